//! The costs of a partition's patterns, added up along a path.

use std::sync::Arc;

use super::{Indexes, Lens, Partition, Pattern, Place, Table};
use crate::{
    heuristic::{Consistent, Heuristic},
    puzzle::{Board, Cell, Slide, Tile},
};

/// The heuristic of a partition: the sum of its patterns' costs, or that of the reflected board if larger.
///
/// Every tile is in one pattern, and a move of it changes the cost of that pattern by one, up or down,
/// and of no other, the blank staying in its region for them. So each sum changes by exactly one a
/// move. Both have the parity of the Manhattan distance; hence so does the larger one.
///
/// `N` is the most places that a path carries: patterns times views, two by default (four patterns).
///
/// # Examples
/// ```
/// use slide::{Board, Cell, Size, heuristic::Heuristic, pdb::{Additive, Partition}};
/// let size = Size::square(3)?;
/// let partition = Partition::automatic(size, Cell::new(4), 4).expect("3x3 is small");
/// let additive: Additive = Additive::build(&partition).expect("two patterns, two views");
/// let mut board = Board::<3>::goal(Cell::new(4));
/// let state = additive.init(&board);
/// let slide = board.apply(slide::Move::Up);
/// let state = additive.advance(state, &board, slide);
/// assert_eq!(Heuristic::<3, 3>::estimate(&additive, &state), 1);
/// # Ok::<(), slide::SizeError>(())
/// ```
#[derive(Debug)]
pub struct Additive<const N: usize = 8> {
    goal_blank: Cell,
    views: Vec<View>,
}

#[derive(Debug)]
struct View {
    /// Where its places begin in the state.
    first: usize,
    lenses: Vec<Lens>,
    /// For each lens, the table's cell by the board's.
    cells: Vec<[Cell; Pattern::MAX_CELLS]>,
    /// The lens that each tile belongs to.
    owner: [u8; Pattern::MAX_CELLS],
}

/// What a path carries for [`Additive`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdditiveState<const N: usize> {
    places: [Place; N],
    sums: [u16; 2],
}

impl<const N: usize> Additive<N> {
    /// The heuristic of a partition with these tables.
    ///
    /// `None` if one of [`Partition::tables`] is missing or a path would have to carry more than `N`
    /// places.
    pub fn new(partition: &Partition, tables: &[Arc<Table>]) -> Option<Additive<N>> {
        let mut first = 0;
        let mut views = Vec::new();
        for lenses in Lens::of(partition, tables)? {
            let mut owner = [0; Pattern::MAX_CELLS];
            let mut cells = Vec::new();
            for (i, lens) in lenses.iter().enumerate() {
                let mut map = [Cell::new(0); Pattern::MAX_CELLS];
                for cell in 0..partition.size().cells() {
                    map[cell] = lens.symmetry.cell(Cell::new(cell));
                    let goal = Tile::new(cell as u8).home(partition.blank());
                    let goal = lens.symmetry.cell(goal).index();
                    if lens.table.pattern().cells() >> goal & 1 != 0 {
                        owner[cell] = i as u8;
                    }
                }
                cells.push(map);
            }
            views.push(View {
                first,
                owner,
                cells,
                lenses,
            });
            first += partition.patterns().len();
        }
        (first <= N).then_some(Additive {
            goal_blank: partition.blank(),
            views,
        })
    }

    /// The heuristic of a partition, its tables built in memory.
    ///
    /// `None` if a path would have to carry more than `N` places.
    pub fn build(partition: &Partition) -> Option<Additive<N>> {
        let indexes = Indexes::new();
        let tables: Vec<Arc<Table>> = partition
            .tables()
            .iter()
            .map(|pattern| Arc::new(Table::build(pattern, &indexes)))
            .collect();
        Additive::new(partition, &tables)
    }
}

impl<const N: usize, const R: usize, const C: usize> Heuristic<R, C> for Additive<N> {
    type State = AdditiveState<N>;

    fn init(&self, board: &Board<R, C>) -> AdditiveState<N> {
        let mut state = AdditiveState {
            places: [Place::default(); N],
            sums: [0; 2],
        };
        for (view, sum) in self.views.iter().zip(&mut state.sums) {
            for (lens, place) in view.lenses.iter().zip(&mut state.places[view.first..]) {
                *place = lens.place(board.tiles(), self.goal_blank);
                *sum += u16::from(place.cost);
            }
        }
        state
    }

    fn advance(
        &self,
        mut state: AdditiveState<N>,
        _after: &Board<R, C>,
        slide: Slide,
    ) -> AdditiveState<N> {
        for (view, sum) in self.views.iter().zip(&mut state.sums) {
            let owner = view.owner[slide.tile.index()] as usize;
            let cells = &view.cells[owner];
            let place = &mut state.places[view.first + owner];
            let (from, to) = (cells[slide.from.index()], cells[slide.to.index()]);
            let next = view.lenses[owner].table.step(*place, from, to);
            *sum = *sum + u16::from(next.cost) - u16::from(place.cost);
            *place = next;
        }
        state
    }

    fn estimate(&self, state: &AdditiveState<N>) -> u32 {
        u32::from(state.sums[0].max(state.sums[1]))
    }
}

impl<const N: usize, const R: usize, const C: usize> Consistent<R, C> for Additive<N> {}
