//! Every form of an operand and every option of a statement occurs.

use crate::programs::{PROGRAMS, drawn, programs};
use semantics::mncore2::isa::*;
use std::collections::BTreeSet;

/// What of a statement is counted.
#[derive(Default)]
struct Seen(BTreeSet<String>);

impl Seen {
    fn add(&mut self, text: String) {
        self.0.insert(text);
    }

    fn access(&mut self, role: &str, access: &Access) {
        let Access { bank, width, cycles, modifier } = access;
        let form = match cycles {
            Cycles::Stride { increment: 0, .. } => "",
            Cycles::Stride { increment, .. } if *increment == width.words() => "v",
            Cycles::Stride { .. } => "vN",
            Cycles::Flat(_) => "[]",
        };
        let modifier = match modifier {
            Modifier::None => "",
            Modifier::Within(_) => "j",
            Modifier::Indirect => "t",
        };
        self.add(format!("{role} ${}{}{modifier}{form}", width.prefix(), bank.letter()));
        if let Modifier::Within(k) = access.modifier {
            self.add(format!("j{k}"));
        }
    }

    fn input(&mut self, port: &str, input: &Input) {
        let source = match &input.source {
            Source::Memory(access) => {
                self.access("in", access);
                "memory"
            }
            Source::T(width) => {
                self.add(format!("in ${}t", width.prefix()));
                "t"
            }
            Source::Forward(forward) => {
                self.add(format!("{port} {forward:?}"));
                "forward"
            }
            Source::Constant(constant) => {
                self.add(format!("{port} {constant:?}"));
                "constant"
            }
        };
        let sign = if input.negate { "-" } else { "" };
        self.add(format!("{port} {sign}{source} {:?}", input.convert));
    }

    fn output(&mut self, unit: &str, flush: Option<&Mask>, dests: &[Dest]) {
        if let Some(mask) = flush {
            self.mask(&format!("{unit} flush"), mask);
        }
        self.add(format!("{unit} to {}", dests.len().min(3)));
        for dest in dests {
            let target = match &dest.target {
                Target::Memory(access) => {
                    self.access("out", access);
                    format!("{}{}", access.width.prefix(), access.bank.letter())
                }
                Target::Bar(bank, width) => format!("{}{}b", width.prefix(), bank.letter()),
                Target::T(width) => format!("{}t", width.prefix()),
                Target::Mask(_) => "omr".to_owned(),
                Target::Nowrite => "nowrite".to_owned(),
            };
            self.add(format!("{unit} ${target}"));
            if let Some(mask) = &dest.mask {
                self.mask(&format!("${target}"), mask);
            }
        }
    }

    fn mask(&mut self, place: &str, mask: &Mask) {
        let kind = if mask.entry < 16 { "variable" } else { "fixed" };
        self.add(format!("{place} {kind} {:?}", mask.width));
        self.add(format!("mask {}", mask.entry));
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Up(up) => {
                self.input("up", &up.from);
                self.add(format!("up {:?}", up.to.place == L1bmPlace::Turnaround));
                match up.kind {
                    UpKind::Mab(m) => self.add(format!("mab {m}")),
                    UpKind::Mab4(k) => self.add(format!("mab4 {k}")),
                    UpKind::Gather(k) => self.add(format!("gather {k}")),
                    UpKind::Reduce { rrn, shorten } | UpKind::Reduce4 { rrn, shorten } => self
                        .add(format!("reduce {:?} {shorten} {:?}", rrn.precision, up.from.convert)),
                }
            }
            Expr::Down(down) => {
                self.output("down", down.flush.as_ref(), &down.dests);
                self.add(format!("{:?}", down.kind));
            }
            Expr::Mau(mau) => {
                self.output("mau", mau.flush.as_ref(), &mau.dests);
                for (i, input) in mau.inputs.iter().enumerate() {
                    self.input(&format!("mau{}{i}", mau.precision.letter()), input);
                }
            }
            Expr::Mwrite(write) => {
                self.input("mwrite", &write.from);
                self.add(format!("mwrite {:?} {}", write.to.width, write.to.index));
            }
            Expr::Mread(read) => {
                self.output("mread", read.flush.as_ref(), &read.dests);
                self.add(format!("mread {:?} {}", read.from.width, read.from.index));
            }
            Expr::Alu(alu) => {
                self.output("alu", alu.flush.as_ref(), &alu.dests);
                for (i, input) in alu.inputs.iter().enumerate() {
                    self.input(&format!("alu{i}"), input);
                }
                match &alu.form {
                    AluForm::Imm { value, upper } => {
                        self.add(format!("imm {upper} {:?}", value.kind))
                    }
                    AluForm::Element { precision: Precision::H, op, bits, .. } => {
                        self.add(format!("{op:?}/{bits}"));
                    }
                    _ => (),
                }
            }
            Expr::L2bm(L2bm::Broadcast { set, .. } | L2bm::Reduce { set, .. }) => {
                self.add(format!("set {}", set.mode));
            }
            Expr::L2bm(L2bm::Multicast { set, .. }) => self.add(format!("multicast {}", set.mode)),
            Expr::L2bm(_) | Expr::Nop(_) | Expr::Noforward | Expr::Wait(_) => (),
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Step(step) => step.exprs.iter().for_each(|e| self.expr(e)),
            Statement::Mask(s) => {
                self.add(format!("setting {:?}", s.width));
                let on = [s.grf0, s.grf1, s.t, s.lm0, s.lm1, s.masks];
                on.iter().enumerate().filter(|(_, on)| **on).for_each(|(i, _)| {
                    self.add(format!("setting {i}"));
                });
            }
            Statement::Mv(Mv::Transfer(mv)) => {
                self.add(format!("tag {}", mv.tag.is_some()));
                self.add(format!("priority {:?}", mv.priority));
                for (side, operand) in [("from", mv.from), ("to", mv.to)] {
                    if let MvOperand::Indirect { .. } = operand {
                        self.add(format!("{side} indirect {}", mv.run.is_some()));
                    }
                }
            }
            Statement::Get(get) => self.add(format!("get {:?}", get.dtype)),
            Statement::Set(set) => match &set.notation {
                Notation::Hex16 => self.add("set".to_owned()),
                Notation::Letters(letters) => {
                    letters.iter().for_each(|l| self.add(format!("set {}", char::from(*l))));
                }
            },
            _ => (),
        }
    }
}

/// What there is to see.
fn wanted() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut add = |text: String| {
        all.insert(text);
    };
    for width in ["", "l", "ll"] {
        for form in ["", "v", "vN", "[]"] {
            for role in ["in", "out"] {
                for memory in ["m", "n", "r", "s", "mj", "nj", "mt"] {
                    add(format!("{role} ${width}{memory}{form}"));
                }
            }
        }
        add(format!("in ${width}t"));
        for memory in ["m", "n", "r", "s", "t"] {
            for unit in ["alu", "mau", "mread"] {
                add(format!("{unit} ${width}{memory}"));
            }
            for mask in ["fixed Long", "fixed Double", "variable Long", "variable Double"] {
                add(format!("${width}{memory} {mask}"));
            }
        }
    }
    for unit in ["alu", "mau", "mread", "down"] {
        ["nowrite", "mb", "nb", "lmb", "lnb"].iter().for_each(|x| add(format!("{unit} ${x}")));
        ["fixed", "variable"].iter().for_each(|x| {
            add(format!("{unit} flush {x} Long"));
            add(format!("{unit} flush {x} Double"));
        });
        (1..=3).for_each(|n| add(format!("{unit} to {n}")));
    }
    ["alu $omr", "mau $omr"].iter().for_each(|x| add((*x).to_owned()));
    for mask in ["fixed Long", "fixed Double", "variable Long", "variable Double"] {
        ["$omr", "$mb", "$lnb"].iter().for_each(|x| add(format!("{x} {mask}")));
    }
    for port in ["alu0", "alu1", "up", "mwrite", "maud0", "maud1", "maud2", "mauh0", "mauh2"] {
        ["Mau", "Alu", "L1bm"].iter().for_each(|x| add(format!("{port} {x}")));
        ["memory", "t", "forward"].iter().for_each(|x| add(format!("{port} {x} None")));
    }
    for port in ["maud0", "maud1", "maud2", "mauf0", "mauf1", "mauf2", "maug1", "mauh1", "mauh2"] {
        for sign in ["", "-"] {
            for x in ["memory", "t", "forward"] {
                add(format!("{port} {sign}{x} Some(Extend)"));
                add(format!("{port} {sign}{x} None"));
            }
        }
    }
    for port in ["alu0", "alu1", "mwrite", "mauh0", "mauh1", "-mauh0", "-mauh1", "-mwrite"] {
        let (sign, port) = port.strip_prefix('-').map_or(("", port), |port| ("-", port));
        for x in ["memory", "t", "forward"] {
            add(format!("{port} {sign}{x} Some(Shorten)"));
        }
    }
    ["Mread", "L2bid", "L1bid", "Mabid", "Peid", "Subpeid", "Msb1"]
        .iter()
        .for_each(|x| add(format!("alu0 {x}")));
    add("mwrite memory Some(Extend)".to_owned());
    add("up memory Some(Extend)".to_owned());
    (0..4).for_each(|k| add(format!("j{k}")));
    (1..32).for_each(|entry| add(format!("mask {entry}")));
    for k in 0..16 {
        ["mab", "gather", "mwrite Long", "mread Double"].iter().for_each(|x| {
            if k % 2 == 0 || *x != "mread Double" {
                add(format!("{x} {k}"));
            }
        });
        add(format!("Distribute({k})"));
    }
    (0..16).step_by(2).for_each(|k| add(format!("mwrite Double {k}")));
    (0..8).for_each(|k| add(format!("mread Long {k}")));
    (0..4).for_each(|k| add(format!("mab4 {k}")));
    ["true", "false"].iter().for_each(|x| add(format!("up {x}")));
    for extend in ["None", "Some(Extend)"] {
        ["true", "false"].iter().for_each(|r| add(format!("reduce F {r} {extend}")));
    }
    ["D", "H", "L", "I", "S"].iter().for_each(|p| add(format!("reduce {p} false None")));
    for kind in ["F", "H", "I", "S", "Ui", "Us"] {
        ["true", "false"].iter().for_each(|u| add(format!("imm {u} {kind}")));
    }
    (6..=9).for_each(|b| ["Bfn", "Bfe"].iter().for_each(|op| add(format!("{op}/{b}"))));
    (0..8).for_each(|mode| add(format!("set {mode}")));
    (0..7).for_each(|mode| add(format!("multicast {mode}")));
    ["Long", "Double"].iter().for_each(|w| add(format!("setting {w}")));
    (0..6).for_each(|i| add(format!("setting {i}")));
    ["true", "false"].iter().for_each(|x| {
        add(format!("tag {x}"));
        add(format!("from indirect {x}"));
        add(format!("to indirect {x}"));
    });
    ["None", "Some(0)", "Some(1)", "Some(2)", "Some(3)"]
        .iter()
        .for_each(|p| add(format!("priority {p}")));
    ["Raw", "D", "F", "H"].iter().for_each(|d| add(format!("get {d}")));
    ["", " l", " s", " h"].iter().for_each(|l| add(format!("set{l}")));
    all
}

#[test]
fn every_form() {
    let mut seen = Seen::default();
    programs(0..PROGRAMS, &drawn()).flatten().for_each(|s| seen.statement(&s));
    let missing: Vec<_> = wanted().difference(&seen.0).cloned().collect();
    assert!(missing.is_empty(), "{missing:#?}");
}
