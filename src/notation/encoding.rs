//! The encodings that game records come in: UTF-8, and Shift_JIS as Windows has it (code page 932).

use encoding_rs::{EncoderResult, SHIFT_JIS};
use std::borrow::Cow;

/// How characters are bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// Shift_JIS.
    ShiftJis,
}

/// What stands for a character that Shift_JIS lacks: the geta mark, which printers put where a type is missing.
const MISSING: &str = "〓";

impl Encoding {
    /// The encoding that a part of a text shows; `None` while all of it is ASCII, or nothing fits. The part may
    /// end inside a character.
    ///
    /// ```
    /// use tsume::notation::encoding::Encoding;
    /// assert_eq!(Encoding::of("手合割".as_bytes()), Some(Encoding::Utf8));
    /// assert_eq!(Encoding::of(b"\x8e\xe8\x8d\x87"), Some(Encoding::ShiftJis));
    /// assert_eq!(Encoding::of(b"PI"), None);
    /// ```
    pub fn of(part: &[u8]) -> Option<Encoding> {
        if part.is_ascii() {
            return None;
        }
        match std::str::from_utf8(part) {
            Ok(_) => Some(Encoding::Utf8),
            // An error without a length is a character that is cut off.
            Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
                Some(Encoding::Utf8)
            }
            Err(_) => is_shift_jis(part).then_some(Encoding::ShiftJis),
        }
    }

    /// The text that these bytes are; `None` when they are none.
    pub fn decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        match self {
            Encoding::Utf8 => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Encoding::ShiftJis => {
                SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes)
            }
        }
    }

    /// The bytes of a text. In Shift_JIS, lines end with CR LF, as on the systems that read it.
    pub fn encode(self, text: &str) -> Encoded {
        match self {
            Encoding::Utf8 => Encoded {
                bytes: text.as_bytes().to_vec(),
                missing: 0,
            },
            Encoding::ShiftJis => to_shift_jis(&text.replace('\n', "\r\n")),
        }
    }
}

/// A text as bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// How many characters the encoding lacks; 〓 stands for each.
    pub missing: usize,
}

fn is_shift_jis(part: &[u8]) -> bool {
    let decode = |bytes: &[u8]| Encoding::ShiftJis.decode(bytes).is_some();
    // The last byte may be half a character.
    decode(part) || part.len() > 1 && decode(&part[..part.len() - 1])
}

fn to_shift_jis(text: &str) -> Encoded {
    let mut encoder = SHIFT_JIS.new_encoder();
    let mut bytes = Vec::with_capacity(text.len() + 16);
    let mut missing = 0;
    let mut rest = text;
    loop {
        bytes.reserve(rest.len() + 16);
        let (result, read) =
            encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return Encoded { bytes, missing },
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(_) => {
                missing += 1;
                bytes.extend_from_slice(&SHIFT_JIS.encode(MISSING).0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_part_may_end_inside_a_character() {
        let utf8 = "手合割：平手".as_bytes();
        let shift_jis = Encoding::ShiftJis.encode("手合割：平手").bytes;
        for end in 3..utf8.len() {
            assert_eq!(Encoding::of(&utf8[..end]), Some(Encoding::Utf8), "{end}");
        }
        for end in 2..shift_jis.len() {
            assert_eq!(
                Encoding::of(&shift_jis[..end]),
                Some(Encoding::ShiftJis),
                "{end}"
            );
        }
        assert_eq!(Encoding::of(b"\xff\xfe"), None);
    }

    #[test]
    fn what_shift_jis_lacks_is_counted() {
        let encoded = Encoding::ShiftJis.encode("☗７六歩\n🙂");
        assert_eq!(encoded.missing, 2);
        let decoded = Encoding::ShiftJis
            .decode(&encoded.bytes)
            .unwrap()
            .into_owned();
        assert_eq!(decoded, "〓７六歩\r\n〓");
    }

    proptest! {
        #[test]
        fn whatever_shift_jis_has_comes_back(text in "[ -~ぁ-んァ-ヶ一-龠▲△①-⑳Ⅰ-Ⅹ]{0,40}") {
            let encoded = Encoding::ShiftJis.encode(&text);
            let decoded = Encoding::ShiftJis.decode(&encoded.bytes).unwrap();
            if encoded.missing == 0 && !text.contains(['\\', '~']) {
                prop_assert_eq!(decoded, text);
            }
        }

        #[test]
        fn any_bytes_are_decoded_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            if let Some(encoding) = Encoding::of(&bytes) {
                let _ = encoding.decode(&bytes);
            }
        }
    }
}
