//! Reads boards back out of what was drawn.

/// The boards of a drawing in boxes, left to right and then down: labels by rows, the blank as 0.
pub fn boards(drawing: &str) -> Vec<Vec<Vec<u16>>> {
    let mut done = vec![];
    let mut band: Vec<Vec<Vec<u16>>> = vec![];
    for line in drawing.lines() {
        if line.starts_with('┌') {
            band = vec![vec![]; line.matches('┌').count()];
        } else if line.starts_with('│') && line.contains(|c: char| c.is_ascii_digit()) {
            for (board, row) in band.iter_mut().zip(line.split("│  │")) {
                let cells = row.trim_matches('│').split('│').map(str::trim);
                board.push(cells.map(label).collect());
            }
        } else if line.starts_with('└') {
            done.append(&mut band);
        }
    }
    done
}

fn label(cell: &str) -> u16 {
    match cell {
        "" => 0,
        number => number.parse().expect("a cell holds a number or nothing"),
    }
}
