//! The text of a line → located tokens.

/// What a token can stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// A number, or 0 for any of the blanks.
    Label(u16),
    /// `[`, `(` or `{`.
    Open,
    /// `]`, `)` or `}`.
    Close,
    /// `/`.
    Slash,
    /// Anything else.
    Word,
}

/// A token of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub value: Value,
    /// Characters before it in the line, plus 1.
    pub column: u32,
    /// The first of its bytes in the line, and the one behind its last.
    pub start: u32,
    pub end: u32,
}

/// What a byte can be part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Separator,
    Digit,
    Blank,
    Sign(Value),
    Nul,
    Other,
    /// Part of a character that is not ASCII.
    Wide,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            0 => Class::Nul,
            b' ' | b',' | b'\t' | 0x0B | 0x0C => Class::Separator,
            b'0'..=b'9' => Class::Digit,
            b'x' | b'X' | b'_' | b'-' | b'.' | b'*' => Class::Blank,
            b'[' | b'(' | b'{' => Class::Sign(Value::Open),
            b']' | b')' | b'}' => Class::Sign(Value::Close),
            b'/' => Class::Sign(Value::Slash),
            0x80.. => Class::Wide,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// The label that a single character means: a digit, or 0 for a blank.
pub(super) fn label_of(byte: u8) -> Option<u16> {
    match CLASSES[byte as usize] {
        Class::Digit => Some((byte - b'0').into()),
        Class::Blank => Some(0),
        _ => None,
    }
}

/// Characters between cells besides ASCII ones: other white space, the comma of Chinese texts, and marks
/// without width, such as the byte order mark of a file that was appended to another.
fn separates(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FF0C}' | '\u{FEFF}' | '\u{200B}')
}

/// Splits a line without its comment.
///
/// # Errors
/// The column of a NUL.
pub(super) fn split(text: &str, tokens: &mut Vec<Token>) -> Result<(), u64> {
    tokens.clear();
    let bytes = text.as_bytes();
    // Bytes so far that begin no character: what column and offset differ by.
    let mut continued = 0;
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let column = (start - continued) as u32 + 1;
        let value = match CLASSES[bytes[at] as usize] {
            Class::Separator => {
                at += 1;
                continue;
            }
            Class::Nul => {
                tokens.clear();
                return Err(column.into());
            }
            Class::Sign(value) => {
                at += 1;
                value
            }
            Class::Wide if separates(char_at(text, at)) => {
                let width = char_at(text, at).len_utf8();
                at += width;
                continued += width - 1;
                continue;
            }
            _ => {
                let (value, end) = word(text, start, &mut continued);
                at = end;
                value
            }
        };
        tokens.push(Token {
            value,
            column,
            start: start as u32,
            end: at as u32,
        });
    }
    Ok(())
}

/// The number, blank or word at `start`, and its end.
fn word(text: &str, start: usize, continued: &mut usize) -> (Value, usize) {
    const TOO_LARGE: u32 = u16::MAX as u32 + 1;
    let bytes = text.as_bytes();
    let (mut number, mut digits) = (0_u32, true);
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match CLASSES[byte as usize] {
            Class::Digit => number = (number * 10 + u32::from(byte - b'0')).min(TOO_LARGE),
            Class::Blank | Class::Other => digits = false,
            Class::Wide if !separates(char_at(text, at)) => {
                digits = false;
                let further = char_at(text, at).len_utf8() - 1;
                at += further;
                *continued += further;
            }
            _ => break,
        }
        at += 1;
    }
    let value = match (digits, u16::try_from(number)) {
        (true, Ok(number)) => Value::Label(number),
        _ if at - start == 1 && label_of(bytes[start]).is_some() => Value::Label(0),
        _ => Value::Word,
    };
    (value, at)
}

fn char_at(text: &str, at: usize) -> char {
    let c = text[at..].chars().next();
    c.expect("the offset is where a character begins")
}
