#!/usr/bin/env bash
# The shortest solution of one board, by pieces on as many processes as there are cores; GNU parallel.
#   solve_in_pieces.sh BOARD [DEPTH] [PIECES A PROCESS] [OPTIONS OF slide solve]...
board=$1 depth=${2:-12} chunk=${3:-100}
shift $(($# < 3 ? $# : 3))
number='"bound":\([0-9]*\)'
whole=$(slide split --depth 0 "$board") || exit
bound=$(sed "s/.*$number.*/\1/" <<< "$whole")
until
    pieces=$(slide split --depth "$depth" --bound "$bound" "$board") || exit
    solution=$(
        parallel --will-cite --pipe -N "$chunk" slide solve --jobs 1 "$@" <<< "$pieces" |
            grep --max-count 1 --invert-match none
    )
do
    bound=$((bound + 2))
done
if [[ ! $solution =~ ^[udlr]*$ ]]; then
    echo "a piece is $solution" >&2
    exit 1
fi
echo "${#solution} $solution"
