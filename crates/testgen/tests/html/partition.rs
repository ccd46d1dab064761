//! The view of the input's parts: every byte is there in its block's colour, what is pointed at is told, and joins
//! lead to the source.

use super::chromium::Chromium;
use super::{sample, shows, write};
use secateur_testgen::reports::{Join, Part, Partition, Run};
use std::path::Path;

/// 4,096 bytes in 512 blocks of eight that share the first three bytes, small inputs, and many joins.
pub fn parts() -> Run {
    let part = |name: &str, size: u32| Part { name: name.into(), size };
    let mut inputs = vec![part("packet", 4_096), part("n_args", 4), part("\"my name\"", 11)];
    inputs.extend((0..40).map(|i| part(&format!("list->items[{i}].key"), 4)));
    let mut blocks: Vec<Vec<(u32, u32, u32)>> = (0..511).map(|i| vec![(0, 0, 2), (0, 8 + i * 8, 15 + i * 8)]).collect();
    blocks.push(vec![(1, 0, 3), (2, 0, 0), (2, 4, 4)]);
    blocks.extend((0..39).map(|i| vec![(3 + i, 0, 3)]));
    let join = |i: u32| Join {
        a: (0, i % 3),
        b: (0, 8 + i * 8),
        file: "src/parser.c".into(),
        line: 24 + i % 1_900,
        function: format!("handle_{}", i / 20),
        why: "control".into(),
        words: "a branch on one decides whether a condition on the other is met".into(),
        against: i % 100 == 7,
    };
    let mut joins: Vec<Join> = (0..511).map(join).collect();
    joins.push(Join { a: (1, 0), b: (2, 4), words: "a condition is about both".into(), ..join(100) });
    let gave_up = None;
    let partition = Partition {
        kind: "file".into(),
        inputs,
        blocks,
        joins,
        decisions: 1_204,
        left_out: 98_304,
        again: 12,
        gave_up,
    };
    Run { partition: Some(partition), status: "complete".into(), limits: vec![], ..sample::large() }
}

pub fn check(page: &mut Chromium, folder: &Path, pictures: &Path) {
    let (address, size) = write(folder, "parts", &parts());
    page.open(&address);
    let summary = [
        "only combines parts of the input that do not interfere",
        "551 blocks",
        "Blocks of your partition interfere",
        "packet[1] and packet[64]",
    ];
    shows(page, "#summary", &summary);
    let time = page.eval("(async () => { const t = performance.now(); location.hash = '#partition'; await new Promise(d => addEventListener('hashchange', d, {once: true})); \
        document.body.getBoundingClientRect(); return Math.round(performance.now() - t); })()");
    println!("4,096 bytes in 551 blocks: {size} bytes, the view made in {time} ms");
    let texts = [
        "551",
        "98,304 sides",
        "3 bytes",
        "began as your file says",
        "How to read it",
        "against your file",
        "list->items[39].key",
    ];
    shows(page, "#partition", &texts);
    assert_eq!(page.eval("document.querySelectorAll('.bytes .cell').length"), 4_096 + 4 + 11 + 160);
    assert_eq!(page.eval("document.querySelectorAll('.bytes .cell.shared').length"), 3);
    assert_eq!(
        page.eval("document.querySelectorAll('.bytes .cell.none').length"),
        5 + 9 + 4,
        "packet[3..7], of the name, the last key"
    );
    // The same colour within a block, another one beside it.
    let colour = |i: u32| format!("getComputedStyle(document.querySelectorAll('.bytes .cell')[{i}]).backgroundColor");
    assert_eq!(page.text(&colour(8)), page.text(&colour(15)));
    assert_ne!(page.text(&colour(15)), page.text(&colour(16)));
    pointing(page);
    // A join leads to its line.
    page.go("#partition");
    page.eval("[...document.querySelectorAll('.joins a')].find(a => a.textContent === 'src/parser.c:404').click()");
    page.settle();
    assert_eq!(page.text("document.querySelector('.target').id"), "L404");
    take_pictures(page, pictures);
}

/// With the mouse, the keyboard, and by address.
fn pointing(page: &mut Chromium) {
    let place = page.eval("(() => { const b = document.querySelectorAll('.bytes .cell')[17].getBoundingClientRect(); return [b.left + 4, b.top + 4]; })()");
    let at = |i: usize| place[i].as_f64().expect("a number");
    page.mouse("mouseMoved", at(0), at(1));
    page.settle();
    let details = "document.querySelector('.details').innerText";
    let told = page.text(details);
    for text in [
        "packet[17]",
        "Block 2: 11 bytes",
        "packet[0..2] packet[16..23]",
        "packet[1] and packet[16] at src/parser.c:25",
    ] {
        assert!(told.contains(text), "{text} is not told: {told}");
    }
    assert_eq!(page.eval("document.querySelectorAll('.cell.on').length"), 11);
    page.mouse("mouseMoved", 2.0, 2.0);
    page.settle();
    assert!(page.text(details).contains("How to read it"));
    assert_eq!(page.eval("document.querySelectorAll('.cell.on').length"), 0);
    // The first byte is the only one that the tab key comes to; arrows go on from there.
    assert_eq!(page.eval("document.querySelectorAll('.cell[tabindex=\"0\"]').length"), 1);
    page.eval("document.querySelector('.cell[tabindex=\"0\"]').focus()");
    assert!(page.text(details).contains("packet[0] is shared by 511 blocks"), "{}", page.text(details));
    page.key("ArrowRight");
    page.key("ArrowDown");
    let row = page.eval("document.activeElement.at[1]").as_u64().expect("an offset");
    assert!([8, 16, 24, 32].contains(&(row - 1)), "one row below byte 1 is byte {row}");
    page.key("ArrowUp");
    page.key("ArrowLeft");
    assert_eq!(page.eval("document.activeElement.at[1]"), 0);
    page.key("Enter");
    assert_eq!(page.text("location.hash"), "#partition/0.0");
    page.key("Escape");
    assert_eq!(page.text("location.hash"), "#partition");
    let mut beside = |hash: &str, texts: &[&str]| {
        page.go(hash);
        let told = page.text(details);
        for text in texts {
            assert!(told.contains(text), "{hash} does not tell {text}: {told}");
        }
    };
    let block = ["Block 512: 6 bytes", "n_args[0..3] \"my name\"[0] \"my name\"[4]", "a condition is about both"];
    beside("#partition/512", &block);
    beside("#partition/2.1", &["\"my name\"[1] is in no block"]);
    for nonsense in ["#partition/0", "#partition/9999", "#partition/99.1", "#partition/0.99999", "#partition/x"] {
        beside(nonsense, &["How to read it"]);
    }
}

/// Bytes that were cut, and texts that would like to be elements.
pub fn hard(page: &mut Chromium, folder: &Path) {
    let mut run = parts();
    let evil = "</script><img src=x onerror=alert(3)>";
    let partition = run.partition.as_mut().expect("it has one");
    partition.inputs[1].name = evil.into();
    partition.joins[0].words = evil.into();
    partition.gave_up = Some(evil.into());
    partition.inputs[0].size = 1 << 24;
    partition.inputs.extend((0..5_000).map(|i| Part { name: format!("more{i}"), size: 1 }));
    partition.blocks.extend((0..50_000).map(|i| vec![(0, 5_000 + i, 5_000 + i)]));
    partition.joins.extend(vec![partition.joins[0].clone(); 4_000]);
    page.open(&write(folder, "hard-parts", &run).0);
    let texts =
        [evil, "Given up: </script>", "16,760,832 more are not drawn", "of the partition are left out of this page"];
    shows(page, "#partition", &texts);
    assert_eq!(page.eval("document.querySelectorAll('img').length + document.scripts.length"), 2);
    run.partition = Some(Partition { kind: "auto".into(), ..Partition::default() });
    page.open(&write(folder, "no-parts", &run).0);
    shows(page, "#partition", &["no input", "No two bytes had to be explored together"]);
}

fn take_pictures(page: &mut Chromium, folder: &Path) {
    let all = std::env::var_os("SECATEUR_SCREENSHOTS").is_some();
    let looks = [
        ("narrow-dark", 400, 800, true),
        ("laptop", 1280, 800, false),
        ("laptop-dark", 1280, 800, true),
        ("narrow", 400, 800, false),
    ];
    let hashes = ["#partition/2", "#partition", "#partition/512"];
    for (look, width, height, dark) in looks.iter().take(if all { looks.len() } else { 1 }) {
        page.look(*width, *height, *dark);
        for hash in hashes.iter().take(if all { hashes.len() } else { 1 }) {
            page.go(hash);
            page.eval("scrollTo(0, 0)");
            let is_too_wide = page.eval("document.documentElement.scrollWidth > innerWidth");
            assert_eq!(is_too_wide, false, "{hash} is too wide at {width}");
            page.screenshot(&folder.join(format!("{look}-{}.png", hash[1..].replace('/', "-"))));
        }
        page.eval("document.querySelector('.joins').scrollIntoView()");
        page.screenshot(&folder.join(format!("{look}-partition-joins.png")));
    }
    page.look(1280, 800, false);
}
