//! Where learning starts.

/// What is known of a pair before anything is learned, in moves.
///
/// Manhattan distance and the distance by inversions, each times 0.7: every two tiles that stand in the wrong
/// order, read by rows or by columns, count a share of a move, as a move along the other direction mends at most
/// `side − 1` of them. Together that is about the length of solutions of random boards.
pub(super) fn prior(side: usize, i: usize, j: usize) -> f32 {
    const SHARE: f32 = 0.7;
    let cells = side * side;
    let split = |item: usize| (item / cells, item % cells);
    let ((t, p), (u, q)) = (split(i), split(j));
    if t == 0 || u == 0 {
        return 0.0;
    }
    if i == j {
        let steps = (t / side).abs_diff(p / side) + (t % side).abs_diff(p % side);
        return SHARE * steps as f32;
    }
    let by_columns = |cell: usize| cell % side * side + cell / side;
    let wrong = |a: usize, b: usize, c: usize, d: usize| (a < b) != (c < d);
    let rows = wrong(t, u, p, q);
    let columns = wrong(by_columns(t), by_columns(u), by_columns(p), by_columns(q));
    SHARE * (f32::from(rows) + f32::from(columns)) / (side - 1) as f32
}
