//! Sets and coverage models within a domain of operands.

use rstest::rstest;
use vectors::domain::Domain;
use vectors::generate;
use vectors::part::Cover;
use vectors::registry::Options;

/// Each cover stays in the domain, reaches its limits, and says so in its file.
#[rstest]
fn sets_stay_within(
    #[values(Cover::Corner, Cover::Random, Cover::Model)] cover: Cover,
    #[values(
        "ieee.f32.fma",
        "ieee.f16.add",
        "mx.fp8e4m3.dot",
        "mncore2.mau.fvfma",
        "cvt.f32.e4m3fn"
    )]
    op: &str,
    #[values("no-nan,no-subnormal", "finite", "1..2", "no-negative")] text: &str,
) {
    let op = vectors::operations().find(op).unwrap();
    // Models of the others take long.
    if cover == Cover::Model && op.operands.len() > 2 {
        return;
    }
    let domain = Domain::read([text]).unwrap();
    let plain = generate::Request::new(vec![op], cover);
    let request = generate::Request {
        options: Some(Options::NONE),
        count: 2000,
        domain: Some(domain.clone()),
        ..plain
    };
    let set = generate::Set::new(&request).unwrap();
    let within = domain.of(&op.plan(&Options::NONE)).unwrap();
    let (mut cases, mut distinct) = (0, std::collections::HashSet::new());
    set.for_each(0..set.len(), |_, x| {
        assert!(within.takes(x), "{x:x?}");
        cases += 1;
        distinct.insert(x.to_vec());
    });
    assert!(
        cases >= 20 && distinct.len() * 2 > cases,
        "{cases} cases, {} of them distinct",
        distinct.len()
    );
    let asked = set.asked(vectors::part::Shard::WHOLE);
    assert_eq!(asked.domain.as_deref(), Some(text));
    let again = generate::Request::of(&asked, vectors::operations()).unwrap();
    assert_eq!(again.domain, Some(domain));
}

/// Every combination of what is allowed, each once.
#[test]
fn exhaustive_sets_of_a_domain() {
    let op = vectors::operations().find("ieee.f32.mul").unwrap();
    let domain = Domain::read(["x=1..1.001", "y=0x40000000,+zero"]).unwrap();
    let plain = generate::Request::new(vec![op], Cover::Exhaustive);
    let request = generate::Request { options: Some(Options::NONE), domain: Some(domain), ..plain };
    let set = generate::Set::new(&request).unwrap();
    // 1.001 lies 8388.608 ulp above 1.
    assert_eq!(set.len(), 8389 * 2);
    let mut all = std::collections::HashSet::new();
    set.for_each(0..set.len(), |_, x| {
        assert!((0x3f80_0000..=0x3f80_20c4).contains(&x[0]) && [0, 0x4000_0000].contains(&x[1]));
        all.insert(x.to_vec());
    });
    assert_eq!(all.len() as u64, set.len());
    let wide = Domain::read(["x=finite"]).unwrap();
    let wide = generate::Set::new(&generate::Request { domain: Some(wide), ..request });
    assert!(matches!(wide, Err(generate::Error::TooWide { .. })));
}

/// A model reaches in its domain what can be reached there, and calls the rest outside.
#[test]
fn models_of_a_domain() {
    use vectors::cover::{Model, Status};
    let plan = vectors::operations().find("ieee.f16.add").unwrap().plan(&Options::NONE);
    let within = Domain::read(["finite"]).unwrap().of(&plan).unwrap();
    let own = Model::within(&plan, Some(std::sync::Arc::new(within)));
    let all = Model::new(&plan);
    let count = |model: &Model, status| {
        (0..model.len()).filter(|goal| model.status(*goal) == status).count()
    };
    let (reached, outside) = (count(&own, Status::Reachable), count(&own, Status::Outside));
    assert_eq!(reached + outside, count(&all, Status::Reachable));
    assert!(outside > 0 && reached > outside, "{reached} reached, {outside} outside");
    for goal in (0..own.len()).filter(|goal| own.status(*goal) == Status::Outside) {
        let text = own.goal(goal).values;
        let special = ["inf", "nan"].iter().any(|word| text.contains(word));
        assert!(special || text.contains("flags"), "{text}");
    }
}
