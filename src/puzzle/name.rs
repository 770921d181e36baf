//! Names of things that people choose from.

use std::fmt;

/// A name that nothing of its kind has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameError {
    given: String,
    known: Vec<&'static str>,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "name `{}`: expected one of {}",
            self.given,
            self.known.join(", ")
        )
    }
}

impl std::error::Error for NameError {}

/// The one of `all` whose name it is.
pub(crate) fn by_name<T: Copy>(
    text: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, NameError> {
    let named = all.iter().copied().find(|&one| name(one) == text);
    named.ok_or_else(|| NameError {
        given: text.to_string(),
        known: all.iter().map(|&one| name(one)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::NamedGoal;

    #[test]
    fn a_name_that_nothing_has_is_refused_with_those_that_there_are() {
        for goal in NamedGoal::ALL {
            assert_eq!(goal.name().parse(), Ok(goal));
        }
        for text in ["", "Snail", "snail "] {
            let error: NameError = text.parse::<NamedGoal>().expect_err(text);
            assert_eq!(
                error.to_string(),
                format!("name `{text}`: expected one of blank-last, blank-first, snail")
            );
        }
    }
}
