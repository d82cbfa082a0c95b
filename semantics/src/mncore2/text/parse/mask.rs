//! Masks behind `/` (s. 3.6.2).

use super::scan::Scanner;
use crate::mncore2::check::{Misfit, flush_fit, mask_fit};
use crate::mncore2::isa::{Dest, Mask, MaskFit, MaskWidth, Target};
use crate::mncore2::text::{Fault, Res, Span};

/// `[ll]bbbb` or `$[ll]imrE`, then `t` or `p`.
fn mask(s: &mut Scanner<'_>) -> Res<(Mask, Span)> {
    let start = s.at;
    let (width, entry) = if s.eat(b'$') {
        let width = if s.take("ll") { MaskWidth::Double } else { MaskWidth::Long };
        if !s.take("imr") {
            s.at = start;
            return s.unexpected("$imr or $llimr with an entry").err();
        }
        let number = s.natural()?;
        (width, s.ranged(number, "the mask entry", [1, 15], "3.6.2.1") as u8)
    } else {
        let width = if s.take("ll") { MaskWidth::Double } else { MaskWidth::Long };
        let mut pattern = 0;
        for _ in 0..4 {
            match s.peek() {
                Some(bit @ (b'0' | b'1')) => pattern = pattern << 1 | (bit & 1),
                _ => return s.unexpected("a mask: four of 0 and 1, or $imr and an entry").err(),
            }
            s.at += 1;
        }
        (width, 16 + pattern)
    };
    let fit = match s.peek() {
        Some(b't') => Some(MaskFit::Truncate),
        Some(b'p') => Some(MaskFit::Pad),
        _ => None,
    };
    s.at += usize::from(fit.is_some());
    Ok((Mask { width, entry, fit }, s.since(start)))
}

/// The mask of a destination; the cursor stands behind `/`.
pub(super) fn of_dest(s: &mut Scanner<'_>, target: Target) -> Res<Mask> {
    let (mask, span) = mask(s)?;
    if target == Target::Nowrite {
        let message = "$nowrite has nothing to mask";
        s.report(Fault::error("MN-E-NOWRITE", "3.6.1.19", span, message));
    }
    let (message, help) = match mask_fit(&Dest { target, mask: Some(mask) }) {
        Ok(()) => return Ok(mask),
        Err(Misfit::NeedsTruncate) => (
            "the mask is 2LW wide and the destination is not",
            "write t behind the mask, or leave out ll",
        ),
        Err(Misfit::NeedsPad) => (
            "the destination is 2LW wide and the mask is not",
            "write p behind the mask, or ll before it",
        ),
        Err(Misfit::Superfluous) => {
            ("mask and destination have the same width", "leave out the t or p behind the mask")
        }
    };
    s.report(Fault::error("MN-E-MASK-WIDTH", "3.6.2.1", span, message).help(help));
    Ok(mask)
}

/// A zero flush behind an opcode, if there is one.
pub(super) fn flush(s: &mut Scanner<'_>) -> Res<Option<Mask>> {
    let start = s.at;
    if !s.eat(b'/') {
        return Ok(None);
    }
    let (mask, span) = mask(s)?;
    s.end_of_token(start)?;
    if flush_fit(&mask).is_err() {
        let message = "a zero flush takes no t and no p";
        s.report(Fault::error("MN-E-MASK-WIDTH", "3.6.2.2", span, message));
    }
    Ok(Some(mask))
}
