//! Whether files are the shards of one set, and in which order.

use super::head::Head;
use super::{Error, Why};

/// The numbers of the files in the order of their shards. `names` are what messages call them.
///
/// # Errors
/// Files of different sets or versions, a shard that stands twice or is missing.
pub fn order(heads: &[Option<Head>], names: &[String]) -> Result<Vec<usize>, Error> {
    let mut all: Vec<(usize, &Head)> =
        heads.iter().enumerate().filter_map(|(i, head)| Some((i, head.as_ref()?))).collect();
    let Some(&(first, right)) = all.first() else {
        return Err(none("no file holds a case".to_owned()));
    };
    for &(file, head) in &all {
        if let Some(why) = difference(head, right) {
            return Err(at(file, format!("{why} as in {}", names[first])));
        }
    }
    all.sort_by_key(|(file, head)| (head.asked.shard.index(), *file));
    for pair in all.windows(2) {
        let [(one, head), (other, same)] = pair else { continue };
        if head.asked.shard == same.asked.shard {
            let shard = head.asked.shard;
            let why =
                format!("shard {shard} is also in {}, right is every shard once", names[*one]);
            return Err(at(*other, why));
        }
    }
    complete(&all)?;
    Ok(all.into_iter().map(|(file, _)| file).collect())
}

/// What differs in what was asked for, but for the shard's number.
fn difference(found: &Head, right: &Head) -> Option<String> {
    if found.about.version != right.about.version {
        let [found, right] = [found, right].map(|head| &head.about.version);
        return Some(format!("it was written by assay {found}, right is {right}"));
    }
    if found.header != right.header {
        return Some("it has other columns, right are those".to_owned());
    }
    let [shards, rightly] = [found, right].map(|head| head.asked.shard.count());
    if shards != rightly {
        return Some(format!("it is one of {shards} shards, right is one of {rightly}"));
    }
    let words = |head: &Head| {
        let mut words = head.asked.words();
        words.retain(|(name, _)| name != "shard");
        words
    };
    let [found, right] = [words(found), words(right)];
    let said = |words: &[(String, String)], name: &str| {
        let value = words.iter().find(|(n, _)| n == name);
        value.map_or_else(|| format!("no `{name}=`"), |(name, value)| format!("`{name}={value}`"))
    };
    let names = found.iter().chain(&right).map(|(name, _)| name);
    let mut differing = names.filter(|name| said(&found, name) != said(&right, name));
    let name = differing.next()?;
    Some(format!("its first mark says {}, right is {}", said(&found, name), said(&right, name)))
}

/// Whether the shards in this order are the whole. Those without cases need not be there.
fn complete(all: &[(usize, &Head)]) -> Result<(), Error> {
    let Some((_, first)) = all.first() else { return Ok(()) };
    let (count, set) = (first.asked.shard.count(), first.asked.set);
    let (mut position, mut next) = (0, 1);
    let missing = |from: u64, to: u64| {
        let which = match to - from {
            0 => format!("shard {from}/{count} is missing"),
            _ => format!("shards {from}/{count} to {to}/{count} are missing"),
        };
        none(format!("{which}, right is every shard from 1 to {count} once"))
    };
    for (_, head) in all {
        let range = head.asked.shard.range(set);
        if range.start != position {
            return Err(missing(next, head.asked.shard.index() - 1));
        }
        position = range.end;
        next = head.asked.shard.index() + 1;
    }
    if position == set { Ok(()) } else { Err(missing(next, count)) }
}

fn at(file: usize, why: String) -> Error {
    Error { file: Some(file), line: None, why: Why::Shard(why) }
}

fn none(why: String) -> Error {
    Error { file: None, line: None, why: Why::Shard(why) }
}
