//! Files of vectors: shards written, joined, checked and measured, as the command does it.

use crate::report::{self, Told};
use crate::wrong;
use pyo3::prelude::*;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use vectors::check;
use vectors::cover::{Measure, report as covered};
use vectors::file::{self, Format, npy};
use vectors::generate::{self, Request, Set};
use vectors::merge::{self, Head};
use vectors::part::Shard;
use vectors::registry::Wanted;

/// What a file says of its shard: the set, the shard, its cases.
type Said = (String, String, u64);

/// Operation, options, cases, how many of them hit each goal.
type Hits = (String, String, u64, Vec<u64>);

/// The cases of `assay gen` as a file of a format.
#[pyclass(frozen)]
pub(crate) struct Cases {
    set: Set,
    format: Format,
}

#[pymethods]
impl Cases {
    /// `words` are options as the command takes them; without any every choice counts.
    #[new]
    fn new(
        ops: &str,
        words: Vec<String>,
        cover: &str,
        count: Option<u64>,
        seed: Option<u64>,
        format: &str,
    ) -> PyResult<Self> {
        let (cover, domain) = generate::covered(cover).map_err(wrong)?;
        let format: Format = format.parse().map_err(wrong)?;
        if !cover.draws() && (count.is_some() || seed.is_some()) {
            return Err(wrong(format!(
                "cover {cover} draws nothing\n  right: no count and no seed"
            )));
        }
        let chosen = vectors::operations().select(ops).map_err(wrong)?;
        let named = words.iter().map(String::as_str).filter(|word| *word != "none");
        let wanted = Wanted::read(named).map_err(wrong)?;
        wanted.left_out(&chosen).map_err(wrong)?;
        let wanted = (!words.is_empty()).then_some(wanted);
        let plain = Request::for_file((ops.to_owned(), chosen), wanted, cover, format);
        let plain = plain.map_err(wrong)?;
        let (count, seed) = (count.unwrap_or(plain.count), seed.unwrap_or(plain.seed));
        let set = Set::new(&Request { count, seed, domain, ..plain }).map_err(wrong)?;
        Ok(Self { set, format })
    }

    /// All cases.
    fn __len__(&self) -> usize {
        usize::try_from(self.set.len()).unwrap_or(usize::MAX)
    }

    /// What the file of a shard says of it.
    fn says(&self, shard: &str) -> PyResult<Said> {
        let shard: Shard = shard.parse().map_err(wrong)?;
        let range = self.set.shard(shard);
        let set = set_of(&self.set.asked(shard).words(), env!("CARGO_PKG_VERSION"));
        Ok((set, shard.to_string(), range.end - range.start))
    }

    /// Writes the file of a shard; when this comes back, it is on the disk.
    fn write(&self, py: Python<'_>, shard: &str, path: PathBuf) -> PyResult<()> {
        let shard: Shard = shard.parse().map_err(wrong)?;
        py.detach(|| {
            let mut out = BufWriter::new(File::create(&path)?);
            self.set.write(&self.set.job(shard, self.format), &mut out, &mut |_| {})?;
            on_disk(out)
        })
        .map_err(PyErr::from)
    }
}

fn on_disk(mut out: BufWriter<File>) -> std::io::Result<()> {
    out.flush()?;
    out.get_ref().sync_all()
}

/// All words of a mark but the shard.
fn set_of(words: &[(String, String)], version: &str) -> String {
    let others = words.iter().filter(|(name, _)| name != "shard");
    let words: Vec<String> = others.map(|(name, value)| format!("{name}={value}")).collect();
    format!("assay {version} {}", words.join(" "))
}

/// The heads of files, and the files' names.
fn heads(paths: &[PathBuf], format: Format) -> PyResult<(Vec<Option<Head>>, Vec<String>)> {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let read = |(i, path): (usize, &PathBuf)| {
        Head::of_file(path, i, format, vectors::operations()).map_err(|why| wrong(why.told(&names)))
    };
    Ok((paths.iter().enumerate().map(read).collect::<PyResult<_>>()?, names))
}

/// What each of some files says of its shard.
#[pyfunction]
pub(crate) fn said(paths: Vec<PathBuf>, format: &str) -> PyResult<Vec<Option<Said>>> {
    let (heads, _) = heads(&paths, format.parse().map_err(wrong)?)?;
    let said = |head: Head| {
        let set = set_of(&head.asked.words(), &head.about.version);
        (set, head.asked.shard.to_string(), head.about.cases)
    };
    Ok(heads.into_iter().map(|head| head.map(said)).collect())
}

/// The places of files in the order of their shards, which must all be there.
#[pyfunction]
pub(crate) fn ordered(paths: Vec<PathBuf>, format: &str) -> PyResult<Vec<usize>> {
    let (heads, names) = heads(&paths, format.parse().map_err(wrong)?)?;
    merge::order(&heads, &names).map_err(|why| wrong(why.told(&names)))
}

/// Reads files of shards to their ends; with an output joins them there, which must be all of a set. How many cases they hold.
#[pyfunction]
#[pyo3(signature = (paths, format, output))]
pub(crate) fn joined(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    format: &str,
    output: Option<PathBuf>,
) -> PyResult<u64> {
    let format: Format = format.parse().map_err(wrong)?;
    let (heads, names) = heads(&paths, format)?;
    let told = |why: merge::Error| wrong(why.told(&names));
    let order = match output {
        Some(_) => merge::order(&heads, &names).map_err(told)?,
        None => (0..paths.len()).collect(),
    };
    let all: Vec<(usize, &Head)> =
        order.into_iter().filter_map(|i| Some((i, heads[i].as_ref()?))).collect();
    let open = |i: usize| file::lines(&paths[i], format, vectors::operations(), None);
    let copy = |out: &mut dyn Write| merge::copy(&all, format, open, out, &mut |_| {});
    let Some(path) = output else {
        return py.detach(|| copy(&mut std::io::sink())).map_err(told);
    };
    py.detach(|| {
        let file = File::create(&path).map_err(|why| why.to_string())?;
        let mut out = BufWriter::new(file);
        let cases = copy(&mut out).map_err(|why| why.told(&names))?;
        on_disk(out).map_err(|why| format!("{}: cannot write: {why}", path.display()))?;
        Ok::<_, String>(cases)
    })
    .map_err(wrong)
}

/// What `assay check` finds in a file.
#[pyfunction]
pub(crate) fn checked(
    py: Python<'_>,
    path: PathBuf,
    format: &str,
    policy: &str,
    any_nan: bool,
    any_integer: bool,
    max_report: usize,
) -> PyResult<Told> {
    let format: Format = format.parse().map_err(wrong)?;
    let settings = report::judging(policy, any_nan, any_integer, max_report)?;
    let name = path.display().to_string();
    py.detach(|| {
        let among = vectors::operations();
        let found = match format {
            Format::Npy => npy::lines(&path, among, None)
                .and_then(|array| check::check_array(array, among, &settings, &mut |_| {})),
            _ => file::open(&path)
                .and_then(|input| check::check(input, format, among, &settings, &mut |_| {})),
        };
        let found = found.map_err(|why| why.of_file(&name))?;
        if let Some(torn) = &found.torn {
            return Err(format!("{name}:{}: {torn}", torn.line));
        }
        let passes = found.counts.mismatched == 0 && found.counts.compared > 0;
        let text = found.to_string();
        Ok(report::told(passes, &found, text))
    })
    .map_err(wrong)
}

/// The goals that the cases of a file hit.
#[pyfunction]
pub(crate) fn measured(py: Python<'_>, path: PathBuf, format: &str) -> PyResult<Vec<Hits>> {
    let format: Format = format.parse().map_err(wrong)?;
    py.detach(|| {
        let (input, mut measure) = (lines(&path, format)?, Measure::default());
        let only = (None, &[][..]);
        let read = measure.read(input, format, vectors::operations(), only, 1, &mut |_| {});
        read.map_err(|why| why.of_file(&path.display().to_string()))?;
        let hits = measure.covered().into_iter().map(|own| {
            let plan = own.model.plan();
            (plan.op.id.clone(), plan.options.to_string(), own.cases, own.hits)
        });
        Ok::<_, String>(hits.collect())
    })
    .map_err(wrong)
}

/// The coverage of what was measured apart: hit, reachable, the report.
#[pyfunction]
pub(crate) fn covering(
    py: Python<'_>,
    all: Vec<Hits>,
    holes: usize,
) -> PyResult<(usize, usize, String)> {
    py.detach(|| {
        let mut measure = Measure::default();
        for (id, options, cases, hits) in all {
            let op = vectors::operations().find(&id).map_err(|why| why.to_string())?;
            let options = op.parse_options(options.split_whitespace());
            let plan = op.plan(&options.map_err(|why| why.to_string())?);
            measure.join(&plan, cases, hits)?;
        }
        let all = measure.covered();
        let (hit, reachable) = covered::totals(&all);
        Ok::<_, String>((hit, reachable, covered::report(&all, holes)))
    })
    .map_err(wrong)
}

fn lines(path: &Path, format: Format) -> Result<Box<dyn std::io::Read>, String> {
    file::lines(path, format, vectors::operations(), None)
        .map_err(|why| why.of_file(&path.display().to_string()))
}
