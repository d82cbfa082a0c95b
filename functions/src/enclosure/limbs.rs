//! Natural numbers of N words, the lowest word first.

/// N words.
pub(crate) type Limbs<const N: usize> = [u64; N];

/// `a + b` and its carry.
#[inline(always)]
pub(crate) fn add<const N: usize>(a: &Limbs<N>, b: &Limbs<N>) -> (Limbs<N>, bool) {
    let (mut out, mut carry) = ([0; N], false);
    for i in 0..N {
        let (x, c1) = a[i].overflowing_add(b[i]);
        let (x, c2) = x.overflowing_add(carry.into());
        (out[i], carry) = (x, c1 | c2);
    }
    (out, carry)
}

/// `a - b` and its borrow.
#[inline(always)]
pub(crate) fn sub<const N: usize>(a: &Limbs<N>, b: &Limbs<N>) -> (Limbs<N>, bool) {
    let (mut out, mut borrow) = ([0; N], false);
    for i in 0..N {
        let (x, b1) = a[i].overflowing_sub(b[i]);
        let (x, b2) = x.overflowing_sub(borrow.into());
        (out[i], borrow) = (x, b1 | b2);
    }
    (out, borrow)
}

/// A word as N words.
#[inline(always)]
pub(crate) fn word<const N: usize>(x: u64) -> Limbs<N> {
    let mut out = [0; N];
    out[0] = x;
    out
}

/// Whether all words are 0.
#[inline(always)]
pub(crate) fn is_zero<const N: usize>(a: &Limbs<N>) -> bool {
    a.iter().all(|&x| x == 0)
}

/// The number of zeros above the leading one.
#[inline(always)]
pub(crate) fn leading_zeros<const N: usize>(a: &Limbs<N>) -> u32 {
    let mut zeros = 0;
    for i in (0..N).rev() {
        if a[i] != 0 {
            return zeros + a[i].leading_zeros();
        }
        zeros += 64;
    }
    zeros
}

/// `a * 2^k`, what leaves the top lost.
#[inline(always)]
pub(crate) fn shl<const N: usize>(a: &Limbs<N>, k: u32) -> Limbs<N> {
    if N == 1 {
        return if k < 64 { word(a[0] << k) } else { [0; N] };
    }
    let (words, bits) = ((k / 64) as usize, k % 64);
    let mut out = [0; N];
    for i in words..N {
        out[i] = a[i - words] << bits;
        if bits != 0 && i > words {
            out[i] |= a[i - words - 1] >> (64 - bits);
        }
    }
    out
}

/// `a / 2^k` without its fraction, and whether there was one.
#[inline(always)]
pub(crate) fn shr<const N: usize>(a: &Limbs<N>, k: u32) -> (Limbs<N>, bool) {
    if N == 1 {
        return if k == 0 {
            (*a, false)
        } else if k < 64 {
            (word(a[0] >> k), a[0] << (64 - k) != 0)
        } else {
            ([0; N], a[0] != 0)
        };
    }
    let (words, bits) = ((k / 64) as usize, k % 64);
    if words >= N {
        return ([0; N], !is_zero(a));
    }
    let mut lost = a[..words].iter().any(|&x| x != 0);
    let mut out = [0; N];
    for i in 0..N - words {
        out[i] = a[i + words] >> bits;
        if bits != 0 && i + words + 1 < N {
            out[i] |= a[i + words + 1] << (64 - bits);
        }
    }
    lost |= bits != 0 && a[words] << (64 - bits) != 0;
    (out, lost)
}

/// The upper and the lower half of `a * b`.
#[inline(always)]
pub(crate) fn mul<const N: usize>(a: &Limbs<N>, b: &Limbs<N>) -> (Limbs<N>, Limbs<N>) {
    if N == 1 {
        let x = u128::from(a[0]) * u128::from(b[0]);
        return (word((x >> 64) as u64), word(x as u64));
    }
    let (mut high, mut low) = ([0; N], [0; N]);
    if N > 2 {
        mul_long(a, b, &mut high, &mut low);
        return (high, low);
    }
    for i in 0..N {
        let mut carry = 0u64;
        for j in 0..N {
            let at = if i + j < N { &mut low[i + j] } else { &mut high[i + j - N] };
            let x = u128::from(a[i]) * u128::from(b[j]) + u128::from(*at) + u128::from(carry);
            (*at, carry) = (x as u64, (x >> 64) as u64);
        }
        high[i] = carry;
    }
    (high, low)
}

/// The same of any number of words, in one copy.
#[inline(never)]
fn mul_long(a: &[u64], b: &[u64], high: &mut [u64], low: &mut [u64]) {
    let n = a.len();
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0u64;
        for (j, &y) in b.iter().enumerate() {
            let at = if i + j < n { &mut low[i + j] } else { &mut high[i + j - n] };
            let sum = u128::from(x) * u128::from(y) + u128::from(*at) + u128::from(carry);
            (*at, carry) = (sum as u64, (sum >> 64) as u64);
        }
        high[i] = carry;
    }
}

/// The upper half of `a * b`.
#[inline(always)]
pub(crate) fn mul_high<const N: usize>(a: &Limbs<N>, b: &Limbs<N>) -> Limbs<N> {
    mul(a, b).0
}

/// `a * b` and what goes beyond N words.
#[inline(always)]
pub(crate) fn mul_word<const N: usize>(a: &Limbs<N>, b: u64) -> (Limbs<N>, u64) {
    let (mut out, mut carry) = ([0; N], 0u64);
    for i in 0..N {
        let x = u128::from(a[i]) * u128::from(b) + u128::from(carry);
        (out[i], carry) = (x as u64, (x >> 64) as u64);
    }
    (out, carry)
}

/// `(high * 2^64N + a) / b`, b above high, and the remainder.
#[inline(always)]
pub(crate) fn div_word<const N: usize>(high: u64, a: &Limbs<N>, b: u64) -> (Limbs<N>, u64) {
    let (mut out, mut rest) = ([0; N], high);
    for i in (0..N).rev() {
        let x = u128::from(rest) << 64 | u128::from(a[i]);
        (out[i], rest) = ((x / u128::from(b)) as u64, (x % u128::from(b)) as u64);
    }
    (out, rest)
}

/// Whether a is below b.
#[inline(always)]
pub(crate) fn less<const N: usize>(a: &Limbs<N>, b: &Limbs<N>) -> bool {
    for i in (0..N).rev() {
        if a[i] != b[i] {
            return a[i] < b[i];
        }
    }
    false
}

/// `a * 2^64N / b` without its fraction, a below b, b with its top bit set, and whether there was a
/// fraction (Knuth, The Art of Computer Programming, 4.3.1, algorithm D).
#[inline(always)]
pub(crate) fn quotient<const N: usize>(a: &Limbs<N>, b: &Limbs<N>) -> (Limbs<N>, bool) {
    if N == 1 {
        let (q, rest) = div_word(a[0], &[0; N], b[0]);
        return (q, rest != 0);
    }
    let (mut rest, mut out, top) = (*a, [0; N], b[N - 1]);
    for digit in out.iter_mut().rev() {
        // The next word of the quotient from the two leading words of rest * 2^64: at most 2 too large.
        let estimate = (u128::from(rest[N - 1]) << 64 | u128::from(rest[N - 2])) / u128::from(top);
        let mut q = estimate.min(u64::MAX.into()) as u64;
        // rest * 2^64 - q * b, which fits N words once q is right; `over` is the word above them.
        let (product, product_over) = mul_word(b, q);
        let mut shifted = [0; N];
        shifted[1..].copy_from_slice(&rest[..N - 1]);
        let (mut next, borrow) = sub(&shifted, &product);
        let mut over = rest[N - 1].wrapping_sub(product_over).wrapping_sub(borrow.into());
        while over != 0 {
            q -= 1;
            let (sum, carry) = add(&next, b);
            next = sum;
            over = over.wrapping_add(carry.into());
        }
        *digit = q;
        rest = next;
    }
    (out, !is_zero(&rest))
}
