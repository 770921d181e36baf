//! The laws of pattern databases, each against a plain search that shares no code with them.

use std::{
    collections::{HashMap, VecDeque},
    fs,
    hash::{BuildHasherDefault, Hasher},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use slide::{
    Board, Cell, Goal, Grid, MoveSet, Scramble, Size, Slide, Symmetry,
    heuristic::Heuristic,
    pdb::{Additive, FileError, Indexes, Partition, Pattern, Place, Table, file_name, load, save},
    search::{Answer, Effort, FifteenTables, Known, Limits, Watch, fifteen_additive, ida_star},
};

/// Where the tiles of a pattern stand (by goal cell, six bits each, the first lowest), then the blank.
type Key = u64;

/// A table by key; the standard hasher takes most of the time of these tests.
type ByKey<T> = HashMap<Key, T, BuildHasherDefault<KeyHasher>>;

#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are words")
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

fn key(tiles: &[Cell], blank: Cell) -> Key {
    let cells = tiles.iter().chain([&blank]);
    cells
        .rev()
        .fold(0, |key, cell| key << 6 | cell.index() as u64)
}

fn cell_of(key: Key, place: usize) -> Cell {
    Cell::new((key >> (6 * place) & 63) as usize)
}

fn with(key: Key, place: usize, cell: Cell) -> Key {
    key & !(63 << (6 * place)) | (cell.index() as u64) << (6 * place)
}

/// The slow twin of a table: costs of one pattern by 0-1 breadth-first search over the cells of its tiles
/// and the blank, a move of any other tile being free.
fn slow_costs(pattern: &Pattern) -> ByKey<u8> {
    let size = pattern.size();
    let k = pattern.tiles();
    let goal: Vec<Cell> = (0..size.cells())
        .filter(|c| pattern.cells() >> c & 1 != 0)
        .map(Cell::new)
        .collect();
    let mut costs = ByKey::default();
    let mut queue = VecDeque::from([(key(&goal, pattern.blank()), 0)]);
    while let Some((state, cost)) = queue.pop_front() {
        if costs.contains_key(&state) {
            continue;
        }
        costs.insert(state, cost);
        let blank = cell_of(state, k);
        for target in neighbours(blank, size) {
            let next = with(state, k, target);
            match (0..k).find(|&tile| cell_of(state, tile) == target) {
                Some(tile) => queue.push_back((with(next, tile, blank), cost + 1)),
                None => queue.push_front((next, cost)),
            }
        }
    }
    costs
}

fn neighbours(cell: Cell, size: Size) -> impl Iterator<Item = Cell> {
    let (rows, cols) = (size.rows(), size.cols());
    MoveSet::legal(cell, rows, cols).map(move |m| m.target(cell, rows, cols).expect("legal"))
}

/// Every entry of the table of `pattern` against the slow twin, cold and after every move.
fn check_table(pattern: &Pattern, indexes: &Indexes) {
    let table = Table::build(pattern, indexes);
    let slow = slow_costs(pattern);
    let k = pattern.tiles();
    assert_eq!(slow.values().max(), Some(&table.deepest()));
    let place = |state: Key| {
        let tiles: Vec<Cell> = (0..k).map(|tile| cell_of(state, tile)).collect();
        table.place(&tiles, cell_of(state, k))
    };
    let places: ByKey<Place> = slow.keys().map(|&state| (state, place(state))).collect();
    for (&state, &cost) in &slow {
        assert_eq!(places[&state].cost, cost, "{pattern:?} {state:o}");
        let blank = cell_of(state, k);
        for target in neighbours(blank, pattern.size()) {
            if let Some(tile) = (0..k).find(|&tile| cell_of(state, tile) == target) {
                let after = places[&with(with(state, k, target), tile, blank)];
                let stepped = table.step(places[&state], target, blank);
                assert_eq!(stepped, after, "{pattern:?} {state:o} {target:?}");
            }
        }
    }
}

#[test]
fn every_entry_of_every_pattern_of_2x3_is_that_of_a_plain_search() {
    let indexes = Indexes::new();
    let size = Size::new(2, 3).expect("2x3");
    for blank in (0..6).map(Cell::new) {
        for cells in 0..64 {
            if let Some(pattern) = Pattern::new(size, blank, cells) {
                check_table(&pattern, &indexes);
            }
        }
    }
}

#[test]
fn entries_of_larger_boards_are_those_of_a_plain_search() {
    let indexes = Indexes::new();
    let sets: [(usize, usize, usize, &[usize]); 14] = [
        (2, 2, 3, &[0, 1, 2]),
        (3, 3, 0, &[1, 3, 5, 7, 8]),
        (3, 3, 4, &[0, 1, 6, 7, 8]),
        (3, 3, 5, &[0, 1, 2, 3, 4, 6, 7, 8]),
        (2, 4, 2, &[1, 3, 4, 6, 7]),
        (4, 2, 7, &[0, 1, 2, 4, 5]),
        (3, 4, 5, &[0, 4, 10, 11]),
        (4, 3, 11, &[1, 2, 5, 6]),
        (4, 4, 0, &[1, 9, 11]),
        (4, 4, 5, &[4, 8, 9]),
        (5, 4, 0, &[1, 17, 18]),
        (5, 5, 0, &[22, 23]),
        (5, 5, 12, &[0, 13, 24]),
        (6, 6, 35, &[0, 6]),
    ];
    for (rows, cols, blank, cells) in sets {
        let size = Size::new(rows, cols).expect("a size");
        let set = cells.iter().fold(0, |set, c| set | 1 << c);
        let pattern = Pattern::new(size, Cell::new(blank), set).expect("a pattern");
        check_table(&pattern, &indexes);
    }
}

/// All boards that a goal can be reached from, with what a plain search knows of them.
struct World<const R: usize, const C: usize> {
    boards: Vec<(Board<R, C>, u32)>,
    /// For each board its moves and the number of the board that each leads to.
    moves: Vec<Vec<(Slide, usize)>>,
}

impl<const R: usize, const C: usize> World<R, C> {
    fn around(blank: Cell) -> Self {
        let mut boards = vec![(Board::goal(blank), 0)];
        let mut number = HashMap::from([(boards[0].0, 0)]);
        let mut moves = Vec::new();
        while let Some(&(board, distance)) = boards.get(moves.len()) {
            let after = board.moves().map(|m| {
                let mut next = board;
                let slide = next.apply(m);
                let new = boards.len();
                let at = *number.entry(next).or_insert(new);
                if at == new {
                    boards.push((next, distance + 1));
                }
                (slide, at)
            });
            let after = after.collect();
            moves.push(after);
        }
        World { boards, moves }
    }
}

/// The sum of the slow twins for the board that `symmetry` makes of `board`; `homes` by tile.
fn slow_sum<const R: usize, const C: usize>(
    slow: &[(Vec<usize>, ByKey<u8>)],
    homes: &[Cell],
    board: &Board<R, C>,
    symmetry: Symmetry,
) -> u32 {
    let mut at = [Cell::new(0); 64];
    for (cell, tile) in board.tiles().iter().enumerate() {
        let home = symmetry.cell(homes[tile.index()]);
        at[home.index()] = symmetry.cell(Cell::new(cell));
    }
    let blank = symmetry.cell(board.blank());
    let cost = |(cells, costs): &(Vec<usize>, ByKey<u8>)| {
        let key = cells.iter().rev().fold(blank.index() as u64, |key, &cell| {
            key << 6 | at[cell].index() as u64
        });
        u32::from(costs[&key])
    };
    slow.iter().map(cost).sum()
}

/// On every board: admissible, the sum of the slow twins, one move changes it by one, kept up = anew.
fn check_laws<const R: usize, const C: usize>(partitions: &[Partition]) {
    let world = World::<R, C>::around(partitions[0].blank());
    for partition in partitions {
        let additive: Additive<16> = Additive::build(partition).expect("at most eight patterns");
        let estimate = |state: &_| Heuristic::<R, C>::estimate(&additive, state);
        let patterns = partition.patterns().iter();
        let slow = patterns.map(|p| {
            let cells = (0..R * C).filter(|c| p.cells() >> c & 1 != 0);
            (cells.collect(), slow_costs(p))
        });
        let slow: Vec<(Vec<usize>, ByKey<u8>)> = slow.collect();
        let mut homes = vec![Cell::new(0); R * C];
        for (cell, tile) in world.boards[0].0.tiles().iter().enumerate() {
            homes[tile.index()] = Cell::new(cell);
        }
        let views = [
            Some(Symmetry::identity(Size::of::<R, C>())),
            partition.reflection(),
        ];
        let states: Vec<_> = world.boards.iter().map(|(b, _)| additive.init(b)).collect();
        for (i, (board, distance)) in world.boards.iter().enumerate() {
            let h = estimate(&states[i]);
            assert!(
                h <= *distance && (distance - h) % 2 == 0,
                "{partition}{board:?}"
            );
            let sums = views
                .iter()
                .flatten()
                .map(|&view| slow_sum(&slow, &homes, board, view));
            assert_eq!(Some(h), sums.max(), "{partition}{board:?}");
            for &(slide, next) in &world.moves[i] {
                let after = additive.advance(states[i], &world.boards[next].0, slide);
                assert!(after == states[next], "{partition}{board:?} {slide:?}");
                assert_eq!(estimate(&after).abs_diff(h), 1);
            }
        }
    }
}

#[test]
fn laws_hold_on_every_board_of_2x3_and_2x4_for_every_goal() {
    for blank in 0..6 {
        let automatic =
            |most| Partition::automatic(Size::new(2, 3).expect("2x3"), Cell::new(blank), most);
        check_laws::<2, 3>(&[1, 2, 3, 4, 5].map(|m| automatic(m).expect("it fits")));
    }
    for blank in 0..8 {
        let automatic =
            |most| Partition::automatic(Size::new(2, 4).expect("2x4"), Cell::new(blank), most);
        check_laws::<2, 4>(&[2, 4].map(|m| automatic(m).expect("it fits")));
    }
}

#[test]
fn laws_hold_on_every_board_of_3x3_for_every_goal() {
    for blank in 0..9 {
        let size = Size::square(3).expect("3x3");
        let automatic = |most| Partition::automatic(size, Cell::new(blank), most).expect("it fits");
        // The goals in the other corners and on the other edges are images.
        let widths: &[usize] = if [0, 1, 4].contains(&blank) {
            &[3, 5]
        } else {
            &[4]
        };
        let partitions: Vec<Partition> = widths.iter().map(|&m| automatic(m)).collect();
        check_laws::<3, 3>(&partitions);
    }
}

#[test]
fn the_largest_costs_of_the_named_partitions_are_the_recorded_ones() {
    let size = Size::square(4).expect("4x4");
    for (name, recorded) in [("5-5-5", vec![25, 23, 24]), ("6-6-3", vec![28, 27, 16])] {
        let partition = Partition::named(name, size, Cell::new(0)).expect("a named partition");
        let indexes = Indexes::new();
        let deepest = |p: &Pattern| Table::build(&p.canonical().0, &indexes).deepest();
        let largest: Vec<u8> = partition.patterns().iter().map(deepest).collect();
        assert_eq!(largest, recorded, "{name}");
    }
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("slide-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("the folder is ours");
    }
}

fn pattern_4x4(cells: u64) -> Pattern {
    Pattern::new(Size::square(4).expect("4x4"), Cell::new(0), cells).expect("a pattern")
}

#[test]
fn a_saved_table_is_loaded_as_it_was_built() {
    let folder = Folder::new("load");
    let indexes = Indexes::new();
    // The second is larger than one piece of the checksum.
    for pattern in [pattern_4x4(0b110), pattern_4x4(0b111_1110)] {
        let path = folder.0.join(file_name(&pattern));
        let built = Table::build(&pattern, &indexes);
        save(&built, &path).expect("the folder can be written");
        save(&built, &path).expect("a file is replaced");
        let loaded = load(&path, &pattern, &Indexes::new()).expect("a sound file");
        assert!(built.bits() == loaded.bits());
        assert_eq!(
            (built.pattern(), built.deepest()),
            (loaded.pattern(), loaded.deepest())
        );
    }
    let left: Vec<_> = fs::read_dir(&folder.0).expect("the folder").collect();
    assert_eq!(left.len(), 2, "no temporary file is left: {left:?}");
}

#[test]
fn every_faulty_file_is_refused_by_its_fault() {
    let folder = Folder::new("faults");
    let indexes = Indexes::new();
    let pattern = pattern_4x4(0b110);
    let path = folder.0.join(file_name(&pattern));
    save(&Table::build(&pattern, &indexes), &path).expect("the folder can be written");
    let sound = fs::read(&path).expect("the file");
    let load_bytes = |bytes: &[u8], pattern: &Pattern| {
        fs::write(&path, bytes).expect("the folder can be written");
        load(&path, pattern, &indexes).map(|_| ())
    };
    assert!(load_bytes(&sound, &pattern).is_ok());
    for length in 0..sound.len() {
        let error = load_bytes(&sound[..length], &pattern).expect_err("too short");
        let right = match error {
            FileError::Foreign => length < 8,
            FileError::Length { expected, found } => {
                length >= 8 && expected == sound.len() as u64 && found == length as u64
            }
            _ => false,
        };
        assert!(right, "{length} bytes: {error}");
    }
    let longer = [sound.as_slice(), &[0]].concat();
    assert!(matches!(
        load_bytes(&longer, &pattern),
        Err(FileError::Length { .. })
    ));
    for byte in 0..sound.len() {
        let mut flipped = sound.clone();
        flipped[byte] ^= 1 << (byte % 8);
        let error = load_bytes(&flipped, &pattern).expect_err("a flipped bit");
        let right = match byte {
            0..8 => matches!(error, FileError::Foreign),
            8..12 => matches!(error, FileError::Version(_)),
            _ => matches!(error, FileError::Damaged),
        };
        assert!(right, "byte {byte}: {error}");
    }
    // The last one's index alone would take most of a gigabyte.
    let six = Size::square(6).expect("6");
    let others = [
        pattern_4x4(0b1010),
        pattern_4x4(0b1110),
        Pattern::new(six, Cell::new(0), 0b1_1111_1110).expect("a pattern"),
    ];
    assert!(
        others
            .iter()
            .all(|p| matches!(load_bytes(&sound, p), Err(FileError::Other)))
    );
    assert!(matches!(
        load_bytes(b"1 2 3\n", &pattern),
        Err(FileError::Foreign)
    ));
    fs::remove_file(&path).expect("the file is ours");
    assert!(matches!(
        load(&path, &pattern, &indexes),
        Err(FileError::Io(_))
    ));
    assert!(save(&Table::build(&pattern, &indexes), &path.join("no/such")).is_err());
}

/// The engine for 4×4 against the plain engine with the plain heuristic: same moves, same counts.
fn check_engine(partition: &Partition, boards: usize, moves: usize) {
    let indexes = Indexes::new();
    let build = |pattern: &Pattern| Arc::new(Table::build(pattern, &indexes));
    let tables: Vec<Arc<Table>> = partition.tables().iter().map(build).collect();
    let fast = FifteenTables::new(partition, &tables).expect("four patterns at most");
    let plain: Additive = Additive::new(partition, &tables).expect("four patterns, two views");
    let goal = Board::<4>::goal(partition.blank());
    let labels: Vec<u16> = goal.tiles().iter().map(|t| t.index() as u16).collect();
    let goal = Goal::new(Grid::new(partition.size(), labels)).expect("a goal");
    let mut scramble = Scramble::new(partition.blank().index() as u64);
    for _ in 0..boards {
        let start = scramble.walk(&goal, moves);
        let board = Board::<4>::try_from(&start).expect("a walk leads to a board");
        let limits = Limits::default();
        let of = |mut answer: Answer| {
            answer.stats.elapsed = Duration::ZERO;
            answer
        };
        let watch = || Watch::start(&limits, &());
        let expected = of(ida_star(
            &board,
            partition.blank(),
            &plain,
            Known::default(),
            Effort::ALONE,
            &watch(),
        ));
        for effort in [Effort::ALONE, Effort::TOGETHER] {
            let answer = of(fifteen_additive(
                &board,
                &fast,
                Known::default(),
                effort,
                &watch(),
            ));
            assert_eq!(answer, expected, "{partition}{start}");
        }
    }
}

#[test]
fn the_engine_for_4x4_makes_the_moves_and_counts_of_the_plain_one() {
    let size = Size::square(4).expect("4x4");
    for blank in (0..16).map(Cell::new) {
        for most in [4, 5] {
            let partition = Partition::automatic(size, blank, most).expect("4x4 is small");
            check_engine(&partition, 4, 60);
        }
    }
    for corner in [0, 3, 12, 15].map(Cell::new) {
        let partition = Partition::named("5-5-5", size, corner).expect("a corner");
        check_engine(&partition, 4, 120);
    }
}
