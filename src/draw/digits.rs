//! Digits as dots, for pictures without a font.

/// Dots of a digit from left to right.
pub(super) const WIDTH: usize = 5;
/// Dots of a digit from top to bottom.
pub(super) const HEIGHT: usize = 7;

/// Whether a digit has a dot at this place; `digit` from 0 to 9, `x` from the left, `y` from the top.
pub(super) fn has_dot(digit: u8, x: usize, y: usize) -> bool {
    DIGITS[y].as_bytes()[usize::from(digit) * (WIDTH + 1) + x] == b'#'
}

const DIGITS: [&str; HEIGHT] = [
    " ###    #    ###  #####    #  #####   ##  #####  ###   ### ",
    "#   #  ##   #   #    #    ##  #      #        # #   # #   #",
    "#  ##   #       #   #    # #  ####  #        #  #   # #   #",
    "# # #   #      #     #  #  #      # ####    #    ###   ####",
    "##  #   #     #       # #####     # #   #  #    #   #     #",
    "#   #   #    #    #   #    #  #   # #   #  #    #   #    # ",
    " ###   ###  #####  ###     #   ###   ###   #     ###   ##  ",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_has_its_own_dots_within_its_field() {
        let dots = |digit| {
            let places = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
            places
                .map(|(x, y)| has_dot(digit, x, y))
                .collect::<Vec<_>>()
        };
        for digit in 0..10 {
            assert!(dots(digit).iter().filter(|&&dot| dot).count() >= 10);
            for other in 0..digit {
                assert_ne!(dots(digit), dots(other));
            }
        }
        for row in DIGITS {
            assert_eq!(row.len(), 10 * (WIDTH + 1) - 1);
            assert!(
                row.bytes()
                    .skip(WIDTH)
                    .step_by(WIDTH + 1)
                    .all(|dot| dot == b' ')
            );
        }
    }
}
