//! Designs that die: the model's own answers, until something happens.

use super::draw::Random;
use super::kit::Kit;

/// What happens to a design, and the words one of which must be said then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Death {
    pub(super) how: &'static str,
    pub(super) said: &'static [&'static str],
}

pub(super) const DEATHS: [Death; 6] = [
    Death { how: "kill", said: &["signal: 9", "exit status: 137"] },
    Death { how: "segv", said: &["signal: 11", "exit status: 139"] },
    Death { how: "exit", said: &["ended", "left out"] },
    Death {
        how: "half",
        said: &["ended", "left out", "cannot be read", "the answer", "no answer", "unreadable"],
    },
    Death { how: "hang", said: &["silent", "no answer for"] },
    // An emulator whose `done` is lost in it is silent.
    Death { how: "junk", said: &["%%junk", "silent"] },
];

/// Line AT is the last one that is answered, or the first that is not; with ONCE only the first process dies. The model reads and
/// answers behind a pipe with a name, so that the shell is the design, and its end the design's.
const SCRIPT: &str = "\
q=\"$WORK/q.$$\"
mkfifo \"$q\"
exec 3<&0
\"$@\" <&3 >\"$q\" &
exec 3<&- <\"$q\"
rm \"$q\"
n=0
while IFS= read -r line; do
  n=$((n+1))
  if [ $n = \"$AT\" ] && [ ! -e \"$WORK/died\" ]; then
    [ \"$ONCE\" = 0 ] || : >\"$WORK/died\"
    case $HOW in
    kill) kill -9 $$ ;;
    segv) kill -11 $$ ;;
    exit) exit 0 ;;
    half) printf \"%.${CUT}s\" \"$line\"; exit 0 ;;
    hang) sleep 1000 ;;
    junk) echo '%%junk'; continue ;;
    esac
  fi
  printf '%s\\n' \"$line\"
done
";

/// Writes the design that dies.
pub(super) fn write(kit: &Kit) -> std::io::Result<()> {
    std::fs::write(kit.inputs.join("dies.sh"), SCRIPT)
}

/// A command with such a design.
pub(super) struct Trial {
    pub(super) name: &'static str,
    pub(super) words: Vec<String>,
    pub(super) death: Death,
    /// What the design's shell is told.
    pub(super) told: Vec<(&'static str, String)>,
}

impl Trial {
    /// The exit codes that the pages have for it: to `ulp`, an answer that is none is bad input.
    pub(super) fn ends(&self) -> &'static [i32] {
        if self.name == "ulp" { &[2, 3] } else { &[1, 3] }
    }
}

/// Draws a command and what happens to its design.
pub(super) fn draw(random: &mut Random, kit: &Kit) -> Trial {
    let death = random.one(&DEATHS);
    let op = "\"$ASSAY\" eval \"$ASSAY_OP\" $ASSAY_OPTIONS - --plain";
    let machine = "\"$ASSAY\" emulate --system pod";
    // What identifies asks thousands of questions, and waits for each silence.
    let name = match random.below(40) {
        0..=3 if !["hang", "half"].contains(&death.how) => "identify",
        0..=15 => "diff",
        16..=25 => "ulp",
        26..=32 => "conform",
        _ => "diff --program",
    };
    let seed = random.below(1000).to_string();
    let (given, asks, model) = match name {
        "diff" => (
            "diff ieee.f16.add rm=rne --cover random --count 200 --threads 1 --html r.html --junit r.xml --json r.json --seed",
            200,
            op,
        ),
        "ulp" => ("ulp elem.f16.exp --cover random --count 200 --svg r.svg --seed", 200, op),
        "identify" => ("identify ieee.f16.add --opt rm=rne --random 50 -o r.csv --seed", 200, op),
        "conform" => ("conform CASES --junit r.xml", 60, machine),
        _ => ("diff --program --system pod --count 30 --corpus found --seed", 60, machine),
    };
    let mut words: Vec<String> = given.split(' ').map(str::to_owned).collect();
    if name == "conform" {
        words[1] = kit.cases.to_string_lossy().into_owned();
    } else {
        words.push(seed);
    }
    let script = kit.inputs.join("dies.sh");
    words.push("--dut".to_owned());
    words.push(format!("exec sh '{}' {model}", script.display()));
    words.extend(["--limit", "1"].map(str::to_owned));
    let told = vec![
        ("HOW", death.how.to_owned()),
        ("AT", (1 + random.below(asks)).to_string()),
        ("CUT", (random.below(4)).to_string()),
        ("ONCE", random.below(2).to_string()),
    ];
    Trial { name, words, death, told }
}
