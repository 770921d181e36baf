"""Keep one `slide` process and ask it board by board."""
import json
import subprocess

command = ["slide", "solve", "--output", "json", "--format", "line"]
slide = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def solve(cells):
    print(*cells, file=slide.stdin, flush=True)
    return json.loads(slide.stdout.readline())

for board in [[2, 3, 4, 1, 5, 0, 7, 6, 8], [2, 1, 3, 4, 5, 6, 7, 8, 0], [1, 2, 3, 0]]:
    answer = solve(board)
    print(answer["status"], answer["length"], answer["moves"])
