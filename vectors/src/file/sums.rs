//! The seal's CRC by parts: it is linear, so each byte adds its own share, which hangs on the byte and on how many stand behind it.

/// The longest text that has shares.
pub(super) const REACH: usize = 160;

/// Shares by the number of bytes behind.
type Shares = [[u16; 256]; REACH];

/// Of a byte.
static BYTES: Shares = bytes();

/// Of the two digits of a byte, above those of two zeros: behind the second stand so many.
static PAIRS: Shares = pairs();

const POLYNOMIAL: u16 = 0x1021;

const fn bytes() -> Shares {
    let mut all = [[0; 256]; REACH];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = ((byte as u16) << 8, 0);
        while bit < 8 {
            crc = if crc >> 15 == 1 { crc << 1 ^ POLYNOMIAL } else { crc << 1 };
            bit += 1;
        }
        all[0][byte] = crc;
        byte += 1;
    }
    let mut behind = 1;
    while behind < REACH {
        let mut byte = 0;
        while byte < 256 {
            let before = all[behind - 1][byte];
            all[behind][byte] = before << 8 ^ all[0][(before >> 8) as usize];
            byte += 1;
        }
        behind += 1;
    }
    all
}

const fn pairs() -> Shares {
    let (single, mut all) = (bytes(), [[0; 256]; REACH]);
    let mut behind = 0;
    while behind + 1 < REACH {
        let mut byte = 0;
        while byte < 256 {
            let [.., high, low] = super::hex::digits8(byte as u32);
            let [high, low] = [high ^ b'0', low ^ b'0'];
            all[behind][byte] = single[behind + 1][high as usize] ^ single[behind][low as usize];
            byte += 1;
        }
        behind += 1;
    }
    all
}

/// The shares of a text that `behind` bytes follow.
#[inline(always)]
pub(super) fn text(text: &[u8], behind: usize) -> u16 {
    let (places, last) = (&BYTES[behind..behind + text.len()], text.len().wrapping_sub(1));
    let mut crc = 0;
    for (i, byte) in text.iter().enumerate() {
        crc ^= places[last - i][usize::from(*byte)];
    }
    crc
}

/// The shares of a code of so many digits, above those of zeros.
#[inline(always)]
pub(super) fn digits(mut code: u64, digits: usize, behind: usize) -> u16 {
    let places = &PAIRS[behind..behind + digits];
    // Most have eight.
    if let [a, _, b, _, c, _, d, _] = places {
        let [own_a, own_b, own_c, own_d] = (code as u32).to_le_bytes();
        let share = |place: &[u16; 256], own: u8| place[usize::from(own)];
        return share(a, own_a) ^ share(b, own_b) ^ share(c, own_c) ^ share(d, own_d);
    }
    let (mut crc, mut at) = (0, 0);
    while at < places.len() {
        crc ^= places[at][usize::from(code as u8)];
        code >>= 8;
        at += 2;
    }
    crc
}

/// The CRC behind a text of at least two bytes, from its shares and the CRC before it.
#[inline(always)]
pub(super) fn behind(crc: u16, shares: u16, length: usize) -> u16 {
    let [high, low] = crc.to_be_bytes();
    shares ^ BYTES[length - 1][usize::from(high)] ^ BYTES[length - 2][usize::from(low)]
}

#[cfg(test)]
mod tests {
    use crc::{CRC_16_IBM_3740, Crc};

    /// Texts in three parts, codes of any number of digits between, against the plain CRC.
    #[test]
    fn shares_add_up_to_the_crc() {
        let crc = Crc::<u16>::new(&CRC_16_IBM_3740);
        for digits in 1..=16 {
            for length in 0..100 {
                let code = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(length + 1) >> (64 - 4 * digits);
                let before: Vec<u8> = (0..length).map(|i| (i * 7 + 3) as u8).collect();
                let last = &before[before.len() / 3..];
                let code_text = format!("{code:0digits$x}");
                let whole = [b"op", &before[..], code_text.as_bytes(), last].concat();
                let zeros = "0".repeat(digits);
                let tail = [zeros.as_bytes(), last].concat();
                let begun = crc.checksum(&[b"op", &before[..]].concat());
                let shares = super::text(zeros.as_bytes(), last.len())
                    ^ super::digits(code, digits, last.len())
                    ^ super::text(last, 0);
                if tail.len() > 1 {
                    let found = super::behind(begun, shares, tail.len());
                    assert_eq!(found, crc.checksum(&whole), "{digits} digits, {length}");
                }
            }
        }
    }
}
