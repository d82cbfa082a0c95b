//! What is asked for: operations, options, cover.

use crate::domain::Domain;
use crate::file::{self, Asked, Format};
use crate::part::Covers;
use crate::registry::{Op, Operations, Options, Wanted};

/// What to generate.
#[derive(Clone, Debug)]
pub struct Request {
    /// The operations; the set goes through them in this order.
    pub ops: Vec<&'static Op>,
    /// The same as they were asked for: ids and patterns joined by `,`. A file says so.
    pub names: String,
    /// How they are covered.
    pub cover: Covers,
    /// The seed of [`Random`](crate::part::Cover::Random).
    pub seed: u64,
    /// The number of cases of each operation of [`Random`](crate::part::Cover::Random).
    pub count: u64,
    /// The only choice of options, where it is fixed.
    pub options: Option<Options>,
    /// Else the choices that are asked for, where they are.
    pub wanted: Option<Wanted>,
    /// The part of the operands that is meant, where it is not all.
    pub domain: Option<Domain>,
}

/// Covers and perhaps a domain in one text, for those who have one argument for both: `random where no-nan,x=finite`.
///
/// ```
/// let (covers, domain) = vectors::generate::covered("corner,random where no-nan").unwrap();
/// assert_eq!((covers.to_string(), domain.unwrap().to_string()), ("corner,random".to_owned(), "no-nan".to_owned()));
/// ```
///
/// # Errors
/// No cover, no domain.
pub fn covered(text: &str) -> Result<(Covers, Option<Domain>), String> {
    let (covers, domain) = match text.split_once(" where ") {
        Some((covers, domain)) => (covers, Some(domain.trim())),
        None => (text, None),
    };
    let covers = covers.trim().parse::<Covers>().map_err(|e| e.to_string())?;
    let domain = domain.map(|text| Domain::read([text])).transpose();
    Ok((covers, domain.map_err(|e| e.to_string())?))
}

impl Request {
    /// A request with 2^16 random cases an operation, seed 0, any options.
    ///
    /// ```
    /// use vectors::{generate::Request, part::Cover};
    /// let ops = vectors::operations().select("ieee.f16.add,ieee.f16.sub").unwrap();
    /// let request = Request { seed: 7, count: 100, ..Request::new(ops, Cover::Random) };
    /// assert_eq!(request.names, "ieee.f16.add,ieee.f16.sub");
    /// ```
    #[must_use]
    pub fn new(ops: Vec<&'static Op>, cover: impl Into<Covers>) -> Self {
        let names = ops.iter().map(|op| op.id.as_str()).collect::<Vec<_>>().join(",");
        Self {
            ops,
            names,
            cover: cover.into(),
            seed: 0,
            count: 1 << 16,
            options: None,
            wanted: None,
            domain: None,
        }
    }

    /// The request that gives a set which was asked for.
    ///
    /// # Errors
    /// What this version does not have.
    pub fn of(asked: &Asked, among: &'static Operations) -> Result<Self, String> {
        let ops = among.select(&asked.ops).map_err(|e| e.to_string())?;
        let (mut options, mut wanted) = (None, asked.wanted());
        // One choice for all has no other form.
        if let (Some(text), Some(first)) = (&asked.options, ops.first()) {
            let words = text.split(' ').filter(|word| !word.is_empty());
            let one = first.parse_options(words).ok();
            options = one.filter(|one| one.to_string() == *text);
        }
        if options.is_some() {
            wanted = None;
        }
        let plain = Self::new(ops, asked.cover.clone());
        let (count, seed) = asked.drawn.unwrap_or((plain.count, plain.seed));
        let domain = asked.domain.as_deref().map(|text| Domain::read([text])).transpose();
        let domain = domain.map_err(|e| e.to_string())?;
        Ok(Self { names: asked.ops.clone(), options, wanted, count, seed, domain, ..plain })
    }

    /// The request for a file of a format: operations, how they were asked for, and the choices of options that are wanted.
    ///
    /// # Errors
    /// Several operations or choices where the format is of one, or one that it has no name for.
    pub fn for_file(
        (names, ops): (String, Vec<&'static Op>),
        wanted: Option<Wanted>,
        cover: impl Into<Covers>,
        format: Format,
    ) -> Result<Self, String> {
        if format.is_of_one() && ops.len() > 1 {
            let are = if format.is_bare() {
                "lines do not name their operation"
            } else {
                "files are of one operation"
            };
            return Err(format!(
                "{format} {are}, and {} are chosen\n  right: one \
                 operation, or --format csv or jsonl",
                ops.len()
            ));
        }
        let fixed = wanted.is_some() || format.is_of_one();
        let only = || wanted.clone().unwrap_or_default().only(&ops);
        let options = if fixed { only().map_err(|e| e.to_string())? } else { None };
        if format.is_of_one() && options.is_none() {
            return Err(format!(
                "{format} files are of one choice of options, and several are chosen\n  right: one value of each \
                 option, or --format csv or jsonl"
            ));
        }
        if let (Some(op), Some(options)) = (ops.first(), &options)
            && !file::names(format, &op.plan(options))
        {
            return Err(format!(
                "{format} has no name for {} {options}\n  right: add, sub, sqrt or remainder of ieee.f32 and \
                 ieee.f64, or under tininess=before mul, div or fma, with any rm but rto",
                op.id
            ));
        }
        let wanted = wanted.filter(|_| options.is_none());
        Ok(Self { names, options, wanted, ..Self::new(ops, cover) })
    }
}
