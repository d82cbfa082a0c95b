//! JUnit reports, as CI servers read them: suites of cases, each passed, failed or broken.

use std::fmt::{self, Display, Write};

/// A suite.
pub(crate) struct Suite {
    pub(crate) name: String,
    pub(crate) cases: Vec<Case>,
}

/// A case.
#[derive(Default)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) class: Option<String>,
    pub(crate) assertions: Option<u64>,
    /// Why it did not pass.
    pub(crate) trouble: Option<Trouble>,
    /// What is to be told in any case.
    pub(crate) out: Option<String>,
}

/// Why a case did not pass.
pub(crate) struct Trouble {
    pub(crate) kind: Kind,
    /// A word for it.
    pub(crate) word: Option<&'static str>,
    pub(crate) message: String,
    pub(crate) description: Option<String>,
}

/// Whether something was found wrong or could not be looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Failure,
    Error,
    /// It was not looked at.
    Skipped,
}

/// The report, as XML.
pub(crate) fn report(name: &str, suites: &[Suite]) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string does not fail.
    let _ = write(&mut xml, name, suites);
    xml
}

fn write(xml: &mut String, name: &str, suites: &[Suite]) -> fmt::Result {
    let all = Counts::of(suites.iter().flat_map(|suite| &suite.cases));
    let Counts { tests, failures, errors, skipped } = all;
    let name = Attribute("name", name);
    writeln!(
        xml,
        "<testsuites{name} tests=\"{tests}\" skipped=\"{skipped}\" failures=\"{failures}\" errors=\"{errors}\">"
    )?;
    for suite in suites {
        let Counts { tests, failures, errors, skipped } = Counts::of(&suite.cases);
        let end = if suite.cases.is_empty() { "/" } else { "" };
        let name = Attribute("name", &suite.name);
        writeln!(
            xml,
            "    <testsuite{name} tests=\"{tests}\" skipped=\"{skipped}\" errors=\"{errors}\" failures=\"{failures}\"{end}>"
        )?;
        suite.cases.iter().try_for_each(|case| write_case(xml, case))?;
        if !suite.cases.is_empty() {
            writeln!(xml, "    </testsuite>")?;
        }
    }
    writeln!(xml, "</testsuites>")
}

/// Cases of a suite or of all.
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Counts {
    fn of<'a>(cases: impl IntoIterator<Item = &'a Case> + Clone) -> Self {
        let of = |kind| {
            let cases = cases.clone().into_iter();
            cases.filter(|case| case.trouble.as_ref().is_some_and(|t| t.kind == kind)).count()
        };
        let [failures, errors, skipped] = [Kind::Failure, Kind::Error, Kind::Skipped].map(of);
        Self { tests: cases.into_iter().count(), failures, errors, skipped }
    }
}

fn write_case(xml: &mut String, case: &Case) -> fmt::Result {
    write!(xml, "        <testcase{}", Attribute("name", &case.name))?;
    if let Some(class) = &case.class {
        write!(xml, "{}", Attribute("classname", class))?;
    }
    if let Some(assertions) = case.assertions {
        write!(xml, " assertions=\"{assertions}\"")?;
    }
    if case.trouble.is_none() && case.out.is_none() {
        return writeln!(xml, "/>");
    }
    writeln!(xml, ">")?;
    if let Some(trouble) = &case.trouble {
        let tag = match trouble.kind {
            Kind::Failure => "failure",
            Kind::Error => "error",
            Kind::Skipped => "skipped",
        };
        write!(xml, "            <{tag}{}", Attribute("message", &trouble.message))?;
        if let Some(word) = trouble.word {
            write!(xml, "{}", Attribute("type", word))?;
        }
        match &trouble.description {
            Some(text) => writeln!(xml, ">{}</{tag}>", Text(text))?,
            None => writeln!(xml, "/>")?,
        }
    }
    if let Some(out) = &case.out {
        writeln!(xml, "            <system-out>{}</system-out>", Text(out))?;
    }
    writeln!(xml, "        </testcase>")
}

/// Text between tags. What XML cannot hold (XML 1.0, 2.2) becomes U+FFFD: nothing is lost in silence.
struct Text<'a>(&'a str);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&apos;"),
            // A reader would make a line feed of it.
            '\r' => f.write_str("&#13;"),
            '\t' | '\n' => f.write_char(c),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER),
            _ => f.write_char(c),
        })
    }
}

/// ` name="value"`. A reader would make blanks of its tabs and line ends.
struct Attribute<'a>(&'static str, &'a str);

impl Display for Attribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {}=\"", self.0)?;
        for (i, line) in self.1.split('\n').enumerate() {
            f.write_str(if i > 0 { "&#10;" } else { "" })?;
            for (i, part) in line.split('\t').enumerate() {
                write!(f, "{}{}", if i > 0 { "&#9;" } else { "" }, Text(part))?;
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quick_xml::Reader;
    use quick_xml::events::Event;

    fn trouble(kind: Kind, message: &str, description: Option<&str>) -> Option<Trouble> {
        let description = description.map(str::to_owned);
        Some(Trouble { kind, word: Some("mismatch"), message: message.to_owned(), description })
    }

    #[test]
    fn a_report() {
        let passed = Case { name: "a".to_owned(), ..Case::default() };
        let failed = Case {
            name: "b".to_owned(),
            class: Some("f.csv".to_owned()),
            assertions: Some(3),
            trouble: trouble(Kind::Failure, "1 of 3", Some("line 2")),
            out: Some("checked 3\n".to_owned()),
        };
        let broken = Case {
            name: "read".to_owned(),
            trouble: trouble(Kind::Error, "no", None),
            ..Case::default()
        };
        let skipped = Case {
            name: "late".to_owned(),
            trouble: trouble(Kind::Skipped, "no time", None),
            ..Case::default()
        };
        let suites = [
            Suite { name: "f.csv".to_owned(), cases: vec![passed, failed] },
            Suite { name: "g.csv".to_owned(), cases: vec![broken, skipped] },
            Suite { name: "empty".to_owned(), cases: Vec::new() },
        ];
        let expected = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<testsuites name=\"assay check\" tests=\"4\" skipped=\"1\" failures=\"1\" errors=\"1\">
    <testsuite name=\"f.csv\" tests=\"2\" skipped=\"0\" errors=\"0\" failures=\"1\">
        <testcase name=\"a\"/>
        <testcase name=\"b\" classname=\"f.csv\" assertions=\"3\">
            <failure message=\"1 of 3\" type=\"mismatch\">line 2</failure>
            <system-out>checked 3
</system-out>
        </testcase>
    </testsuite>
    <testsuite name=\"g.csv\" tests=\"2\" skipped=\"1\" errors=\"1\" failures=\"0\">
        <testcase name=\"read\">
            <error message=\"no\" type=\"mismatch\"/>
        </testcase>
        <testcase name=\"late\">
            <skipped message=\"no time\" type=\"mismatch\"/>
        </testcase>
    </testsuite>
    <testsuite name=\"empty\" tests=\"0\" skipped=\"0\" errors=\"0\" failures=\"0\"/>
</testsuites>
";
        assert_eq!(report("assay check", &suites), expected);
    }

    /// Any characters: another reader gives them back, those that XML cannot hold as U+FFFD.
    #[test]
    fn any_text_comes_back() {
        let all: String = (0..0x300).chain(0xfff0..0x1_0010).filter_map(char::from_u32).collect();
        let held = |c: char| {
            let bad = c < ' ' && !"\t\n\r".contains(c) || "\u{fffe}\u{ffff}".contains(c);
            if bad { char::REPLACEMENT_CHARACTER } else { c }
        };
        let expected: String = all.chars().map(held).collect();
        let case = Case { name: all.clone(), out: Some(all), ..Case::default() };
        let xml = report("r", &[Suite { name: "s".to_owned(), cases: vec![case] }]);
        let mut reader = Reader::from_str(&xml);
        let (mut name, mut out, mut depth) = (String::new(), String::new(), 0);
        loop {
            match reader.read_event().expect("well formed") {
                Event::Start(tag) => {
                    depth += i32::from(tag.name().as_ref() == b"system-out");
                    for attribute in tag.attributes().filter(|_| tag.name().as_ref() == b"testcase")
                    {
                        let version = quick_xml::XmlVersion::Implicit1_0;
                        name = attribute.unwrap().normalized_value(version).unwrap().into_owned();
                    }
                }
                Event::Text(text) if depth == 1 => out += &text.decode().unwrap(),
                Event::GeneralRef(entity) if depth == 1 => {
                    match entity.resolve_char_ref().unwrap() {
                        Some(c) => out.push(c),
                        None => {
                            let entity = entity.decode().unwrap();
                            out += quick_xml::escape::resolve_predefined_entity(&entity).unwrap();
                        }
                    }
                }
                Event::End(tag) => depth -= i32::from(tag.name().as_ref() == b"system-out"),
                Event::Eof => break,
                _ => {}
            }
        }
        assert_eq!((name, out), (expected.clone(), expected));
    }
}
