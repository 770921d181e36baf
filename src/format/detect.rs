//! Which layout a text has, from its first lines.
//!
//! One line is enough where it can be, so that a board a line is answered line by line; a second one is
//! looked at only where the first fits two layouts, such as `1 2 3 4` (a 2×2 board or the top row of a
//! 4×4 one). What still fits two readings afterwards is a fault that names the option to choose.

use std::io::{self, BufRead};

use super::{
    fault::{Expected, Fault, Kind, Why},
    layout::Layout,
    lines::Lines,
    outline::{Outline, arrangement},
    tokens::Value,
};
use crate::puzzle::Size;

/// The size of boards that nobody named: the judges' 3×3.
pub(super) fn default_size() -> Size {
    Size::square(3).expect("3x3 is a size")
}

/// The sizes with this many cells.
pub(super) fn sizes_of(cells: usize) -> Vec<Size> {
    Size::all().filter(|s| s.cells() == cells).collect()
}

/// The layout of the text that comes next, or why its first line decides nothing.
///
/// Takes no line; `None` if there is none.
pub(super) fn detect<I: BufRead>(
    lines: &mut Lines<I>,
    given: Option<Size>,
) -> io::Result<Option<Result<Layout, Fault>>> {
    let Some(line) = lines.peek(0)? else {
        return Ok(None);
    };
    if let Some(fault) = &line.fault {
        return Ok(Some(Err(fault.clone())));
    }
    let has = |value| line.tokens().iter().any(|t| t.value == value);
    if line.tokens()[0].value == Value::Open {
        return Ok(Some(Ok(Layout::List)));
    }
    if has(Value::Slash) && !has(Value::Open) && !has(Value::Close) {
        return Ok(Some(Ok(Layout::Slash)));
    }
    let first = Outline::new(line);
    let layout = if first.cells() == 1 {
        single(&first, lines, given)?
    } else if let Some(size) = given {
        sized(&first, lines, size)?
    } else {
        unknown(&first, lines)?
    };
    Ok(Some(layout))
}

/// A first line of several tokens, when the size is known: their number decides.
fn sized<I: BufRead>(
    first: &Outline,
    lines: &mut Lines<I>,
    size: Size,
) -> io::Result<Result<Layout, Fault>> {
    let (cells, cols) = (size.cells(), size.cols());
    let by_count = |n: usize| {
        if n == cells {
            Some(Layout::Line)
        } else if n == cells + 1 {
            Some(Layout::Korf)
        } else if n == cols {
            Some(Layout::Rows)
        } else {
            None
        }
    };
    let n = first.cells();
    let labels = first.labels.iter().flatten();
    if n < cells && first.is_digits(cells) && labels.clone().any(|&l| usize::from(l) >= cells) {
        return Ok(Ok(Layout::Digits));
    }
    if labels.count() * 2 < n {
        // A title, or so: it must not decide for what follows.
        return Ok(first.word_fault(size));
    }
    if let Some(layout) = by_count(n) {
        return Ok(Ok(layout));
    }
    if n > cells {
        let whole = n.is_multiple_of(cells) && arrangement(first.labels[..cells].iter().copied());
        return Ok(if whole {
            Ok(Layout::Stream)
        } else {
            Ok(Layout::Line)
        });
    }
    if [9, 16].contains(&n) && arrangement(first.labels.iter().copied()) {
        return Ok(Ok(Layout::Line));
    }
    if is_cut(first, lines, cells)? {
        return Ok(Ok(Layout::Stream));
    }
    let next = lines.peek(1)?;
    let layout = next.and_then(|next| by_count(next.tokens().len()));
    Ok(Ok(layout.unwrap_or(Layout::Line)))
}

/// Whether a board of `cells` is cut into lines, the first of them `first`, at any cell.
fn is_cut<I: BufRead>(first: &Outline, lines: &mut Lines<I>, cells: usize) -> io::Result<bool> {
    let mut count = first.cells();
    let mut next = 1;
    while count < cells {
        match lines.peek(next)? {
            Some(line) if !line.gap && line.fault.is_none() => count += line.tokens().len(),
            _ => break,
        }
        next += 1;
    }
    Ok(count == cells)
}

/// A first line of several tokens, when the size is not known: a whole board if there is one in it.
fn unknown<I: BufRead>(first: &Outline, lines: &mut Lines<I>) -> io::Result<Result<Layout, Fault>> {
    let n = first.cells();
    let (boards, after_id) = (sizes_of(n), sizes_of(n - 1));
    let whole = !boards.is_empty() && arrangement(first.labels.iter().copied());
    let rest = !after_id.is_empty() && arrangement(first.labels[1..].iter().copied());
    let judges = default_size().cells();
    // No row of a board without --size is taken for one of these, the two boards people mean.
    let certain = [9, 16].contains(&n) && first.labels.iter().flatten().all(|&l| l as usize <= n);
    if certain || (whole && n > Size::MAX_SIDE) {
        return Ok(Ok(Layout::Line));
    }
    if whole && rest && after_id.len() == 1 {
        let sizes = [boards, after_id].concat();
        let id = true;
        return Ok(first.fault(Kind::Undecided {
            found: n,
            sizes,
            id,
        }));
    }
    if whole || rest {
        if first.is_row() && first.continues(lines)? {
            return Ok(Ok(Layout::Rows));
        }
        return Ok(Ok(if whole { Layout::Line } else { Layout::Korf }));
    }
    if let Some(digits) = &first.digits {
        let cells = digits.len();
        if cells > n && !sizes_of(cells).is_empty() && first.is_digits(cells) && !first.is_row() {
            return Ok(Ok(Layout::Digits));
        }
    }
    if first.labels.iter().flatten().count() * 2 < n {
        return Ok(first.word_fault(default_size()));
    }
    if first.is_row() {
        let next = lines.peek(1)?.filter(|next| next.fault.is_none());
        let uneven = next.is_some_and(|next| next.tokens().len() != n);
        if uneven && n < judges && is_cut(first, lines, judges)? {
            return Ok(Ok(Layout::Stream));
        }
        if boards.is_empty() || first.continues(lines)? {
            return Ok(Ok(Layout::Rows));
        }
    }
    if n.is_multiple_of(judges) && arrangement(first.labels[..judges].iter().copied()) {
        return Ok(Ok(Layout::Stream));
    }
    if !boards.is_empty() {
        return Ok(Ok(Layout::Line));
    }
    if !after_id.is_empty() {
        return Ok(Ok(Layout::Korf));
    }
    sized(first, lines, default_size())
}

/// A first line of one token: a board in digits, or a number that says something about what follows.
fn single<I: BufRead>(
    first: &Outline,
    lines: &mut Lines<I>,
    given: Option<Size>,
) -> io::Result<Result<Layout, Fault>> {
    let size = given.unwrap_or(default_size());
    let length = first.digits.as_ref().map_or(0, Vec::len);
    let fits = given.map_or(!sizes_of(length).is_empty(), |s| s.cells() == length);
    let long = length >= 4;
    if long && (length == size.cells() || (fits && (length >= 9 || first.is_digits(length)))) {
        return Ok(Ok(Layout::Digits));
    }
    let Some(number) = first.labels[0] else {
        return Ok(first.word_fault(size));
    };
    let why = given.map_or(Why::Default, |_| Why::Given);
    let expected = Expected { size, why };
    let lone = first.fault(Kind::Cells { found: 1, expected });
    let side = Some(usize::from(number)).filter(|&n| Size::square(n).is_ok());
    let Some(next) = lines.peek(1)? else {
        return Ok(lone);
    };
    let simple = next.fault.is_none();
    let next = Outline::new(next);
    let digits = next.digits.as_ref().map_or(0, Vec::len);
    Ok(match next.cells() {
        0 => lone,
        1 if !simple || digits > 3 => lone,
        1 => {
            if lines.peek(2)?.is_some_and(|third| third.tokens().len() > 1) {
                return Ok(Ok(Layout::Hiho));
            }
            let side = side.filter(|&n| given.is_none_or(|s| (s.rows(), s.cols()) == (n, n)));
            match side {
                Some(side) if has_header(first, lines, side, size)? => Ok(Layout::Hackerrank),
                _ => Ok(Layout::Stream),
            }
        }
        _ if number == 0 => lone,
        n if side.is_some_and(|s| n == s || n == s * s && arrangement(next.labels.into_iter())) => {
            Ok(Layout::Princeton)
        }
        _ => Ok(Layout::Hiho),
    })
}

/// Whether a column of numbers begins with a side k: k² cells follow it, or no board of `size` is there
/// without it.
fn has_header<I: BufRead>(
    first: &Outline,
    lines: &mut Lines<I>,
    side: usize,
    size: Size,
) -> io::Result<bool> {
    let wanted = side * side;
    let mut column = first.labels.clone();
    while column.len() <= wanted.max(size.cells()) {
        match lines.peek(column.len())? {
            Some(line) if line.tokens().len() == 1 => column.extend(Outline::new(line).labels),
            _ => break,
        }
    }
    let board = |from: usize, cells: usize| {
        let part = column.get(from..from + cells);
        part.is_some_and(|p| arrangement(p.iter().copied()))
    };
    Ok(board(1, wanted) || !board(0, size.cells()))
}
