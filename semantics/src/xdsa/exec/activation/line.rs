//! Which element of a second source an element meets: the fields I, B, Valid_length and Data_format (XDSA-D34, D61, D90, D92).

use crate::xdsa::Kind;
use crate::xdsa::exec::Request;

/// Elements of the second source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::xdsa::exec) enum Source {
    /// One for all.
    One,
    /// One a channel, channels innermost (NHWC).
    Inner(u64),
    /// One a channel, channels outermost (NCHW).
    Outer(u64),
    /// One an element.
    Each,
}

impl Source {
    /// From the fields of the table.
    pub(in crate::xdsa::exec) fn read(request: &mut Request<'_>, len: u64) -> Self {
        let format = request.code("data_format", 2);
        match (request.get("i"), request.get("b")) {
            (1, _) => Self::One,
            (_, 1) => {
                let channels = request.size("valid_length");
                if channels != 0 && !len.is_multiple_of(channels) {
                    let message = format!(
                        "len is {len}; right: a multiple of valid_length, which is {channels}"
                    );
                    request.note(Kind::BadDimension, message);
                }
                if format == 0 { Self::Inner(channels) } else { Self::Outer(channels) }
            }
            _ => Self::Each,
        }
    }

    /// How many elements there are.
    pub(in crate::xdsa::exec) const fn count(self, len: u64) -> u64 {
        match self {
            Self::One => 1,
            Self::Inner(channels) | Self::Outer(channels) => channels,
            Self::Each => len,
        }
    }

    /// The one that element i of `len` meets.
    pub(in crate::xdsa::exec) const fn at(self, i: usize, len: usize) -> usize {
        match self {
            Self::One => 0,
            Self::Inner(channels) => i % channels as usize,
            Self::Outer(channels) => i / (len / channels as usize),
            Self::Each => i,
        }
    }
}
