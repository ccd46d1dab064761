//! The HTML report, opened from the disk in Chromium: every view is there, says what it should, and
//! nothing is complained about. One browser is used for all, because starting it is slow.
//!
//! Pictures go to the folder of the variable `SECATEUR_SCREENSHOTS`, otherwise to `target/tmp`.

mod chromium;
mod partition;
mod sample;

use chromium::Chromium;
use secateur_testgen::reports::{self, Run};
use std::path::{Path, PathBuf};

const LARGEST: usize = 5_000_000;

fn write(folder: &Path, name: &str, run: &Run) -> (String, usize) {
    let html = reports::ALL.iter().find(|report| report.name == "html").expect("it is registered");
    let files = (html.write)(run);
    assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["report/index.html"]);
    let path = folder.join(name).join("report/index.html");
    std::fs::create_dir_all(path.parent().expect("it has one")).expect("the folder can be made");
    std::fs::write(&path, &files[0].bytes).expect("the page can be written");
    (format!("file://{}", path.display()), files[0].bytes.len())
}

#[test]
fn the_report_in_a_browser() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("html-report");
    let pictures = std::env::var_os("SECATEUR_SCREENSHOTS").map_or(folder.join("pictures"), PathBuf::from);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&pictures).expect("the folder of pictures can be made");
    let mut page = Chromium::start(&folder.join("profile"));
    page.look(1280, 800, false);

    large(&mut page, &folder, &pictures);
    deep(&mut page, &folder, &pictures);
    hostile(&mut page, &folder);
    huge(&mut page, &folder);
    empty(&mut page, &folder);
    partition::check(&mut page, &folder, &pictures);
    partition::hard(&mut page, &folder);
    assert_eq!(page.complaints, Vec::<String>::new());
}

const SEEN: &str = "[...document.querySelectorAll('.view')].filter(v => !v.hidden).map(v => v.innerText).join('\\n')";

#[track_caller]
fn shows(page: &mut Chromium, hash: &str, texts: &[&str]) -> String {
    page.go(hash);
    let seen = page.text(SEEN);
    for text in texts {
        assert!(seen.contains(text), "{hash} does not show {text:?}:\n{seen}");
    }
    seen
}

/// How many different colours the tree's canvas has, of a sample of its pixels.
const COLOURS: &str = "(() => { const tree = document.querySelector('canvas'), copy = document.createElement('canvas'); \
    copy.width = tree.width; copy.height = tree.height; \
    const c = copy.getContext('2d', {willReadFrequently: true}); c.drawImage(tree, 0, 0); \
    const d = c.getImageData(0, 0, copy.width, copy.height).data, s = new Set(); \
    for (let i = 0; i < d.length; i += 4 * 7) s.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return s.size; })()";

fn large(page: &mut Chromium, folder: &Path, pictures: &Path) {
    let (address, size) = write(folder, "large", &sample::large());
    assert!(size < LARGEST, "{size} bytes");
    page.open(&address);
    page.screenshot(&pictures.join("first.png"));
    let times = "(() => { const n = performance.getEntriesByType('navigation')[0]; \
        const p = performance.getEntriesByType('paint')[0]; \
        return `interactive ${Math.round(n.domInteractive)} ms, loaded ${Math.round(n.loadEventEnd)} ms, painted ${Math.round(p ? p.startTime : -1)} ms`; })()";
    println!("10,000 paths: {size} bytes, {}", page.text(times));

    let summary = [
        "Not complete",
        "stopped by the limit on time",
        "sides covered",
        "not reached",
        "2 confirmed, 1 not",
        "--sym-stdin 64",
        "pruned by rwset",
    ];
    shows(page, "#summary", &summary);
    shows(
        page,
        "#summary",
        &["Divergences: defects of Secateur", "What to do next", "secateur replay --gdb", "called by no test"],
    );
    assert_eq!(page.eval("document.querySelectorAll('.chart path.line').length"), 6);
    let bugs = [
        "write of 1 byte just past the end of `name`",
        "src/parser.c:68",
        "the sanitizers reported nothing",
        "<script>alert(1)</script>",
        "--gdb",
    ];
    shows(page, "#bugs", &bugs);
    shows(page, "#source", &["src/parser.c", "src/util.c"]);
    source(page);
    tree(page);
    shows(page, "#tests/250", &["300 tests", "diverges", "as predicted"]);
    assert_eq!(page.text("document.querySelector('tr.target').id"), "test-250");
    page.eval("document.querySelectorAll('.tests button.sort')[3].click()");
    assert_eq!(
        page.text("document.querySelector('th[aria-sort=descending]').innerText.trim().slice(0, 12)"),
        "New branches"
    );
    shows(page, "#losses", &["the solver gave up", "144", "src/parser.c:1204", "may cost"]);
    shows(page, "#solver", &["byte-sets", "520,010", "bit-blasting"]);
    assert_eq!(page.complaints, Vec::<String>::new());
    take_pictures(page, pictures);
}

fn source(page: &mut Chromium) {
    shows(page, "#source/src/parser.c:404", &["static int handle_20", "given up here 3 times: the solver gave up"]);
    assert_eq!(page.text("document.querySelector('.target').id"), "L404");
    let top = page.eval("document.querySelector('.target').getBoundingClientRect().top").as_f64().expect("a number");
    assert!((0.0..800.0).contains(&top), "line 404 is at {top}");
    shows(
        page,
        "#source/src/parser.c:84",
        &["its function is never called", "dropped by call-depth", "left when the time was over"],
    );
    shows(page, "#source/src/parser.c:68", &["bug 1: out-of-bounds-write: write of 1 byte"]);
    page.key("n");
    let first = page.text("document.querySelector('.target').id");
    page.key("n");
    assert_ne!(first, page.text("document.querySelector('.target').id"));
    let rows = "document.querySelectorAll('.listing .row').length";
    page.eval("document.querySelector('.source input').click()");
    page.settle();
    assert!(page.eval(rows).as_u64() > Some(50));
    page.go("#source?missed");
    // What is left to make is made when the browser is idle.
    let all = "new Promise(done => { const wait = () => document.querySelectorAll('.block[style*=height]').length ? setTimeout(wait, 20) : done(1); wait(); })";
    page.eval(all);
    assert!(!page.text(SEEN).contains("#include"));
}

fn tree(page: &mut Chromium) {
    let time = page.eval("(async () => { const t = performance.now(); location.hash = '#tree'; await new Promise(d => addEventListener('hashchange', d, {once: true})); \
        const made = performance.now(); await new Promise(d => requestAnimationFrame(() => requestAnimationFrame(d))); \
        return `made in ${Math.round(made - t)} ms, drawn after ${Math.round(performance.now() - t)} ms`; })()");
    println!("its tree: {time}");
    shows(page, "#tree", &["pruned by rwset", "pruned by look-ahead", "How to read it", "Whole tree"]);
    let whole = page.eval(COLOURS).as_u64();
    assert!(whole > Some(6), "the tree has {whole:?} colours");
    let place = page.eval("(() => { const b = document.querySelector('canvas').getBoundingClientRect(); return [b.left, b.top, b.width]; })()");
    let at = |i: usize| place[i].as_f64().expect("a number");
    page.mouse("mouseMoved", at(0) + at(2) / 2.0, at(1) + 4.0);
    page.settle();
    assert!(page.text(SEEN).contains("Shared by"));
    page.mouse("mousePressed", at(0) + at(2) / 2.0, at(1) + 4.0);
    page.mouse("mouseReleased", at(0) + at(2) / 2.0, at(1) + 4.0);
    page.eval("document.querySelector('canvas').focus()");
    for key in ["n", "+", "ArrowRight", "ArrowDown", "-", "Enter", "Backspace", "n", "n"] {
        page.key(key);
    }
    let seen = page.text(SEEN);
    assert!(seen.contains("ended") && seen.contains("Path "), "{seen}");
    page.eval("document.querySelector('.kinds button').click()");
    page.key("0");
    page.settle();
    assert!(page.eval(COLOURS).as_u64() > Some(4));
    page.eval("document.querySelector('.kinds button').click()");
}

/// All views, light and dark, on a laptop, a large screen and a telephone.
fn take_pictures(page: &mut Chromium, folder: &Path) {
    let all = std::env::var_os("SECATEUR_SCREENSHOTS").is_some();
    let looks = [
        ("laptop", 1280, 800, false),
        ("narrow-dark", 400, 800, true),
        ("laptop-dark", 1280, 800, true),
        ("large", 1920, 1080, false),
        ("narrow", 400, 800, false),
    ];
    for (look, width, height, dark) in looks.iter().take(if all { looks.len() } else { 2 }) {
        page.look(*width, *height, *dark);
        for hash in ["#summary", "#bugs", "#source", "#source/src/parser.c:95", "#tree", "#tests", "#losses", "#solver"]
        {
            page.go(hash);
            assert_eq!(
                page.eval("document.documentElement.scrollWidth > innerWidth"),
                false,
                "{hash} is too wide at {width}"
            );
            let name = hash.trim_start_matches('#').replace(['/', ':'], "-");
            page.screenshot(&folder.join(format!("{look}-{name}.png")));
        }
    }
    page.look(1280, 800, false);
}

fn deep(page: &mut Chromium, folder: &Path, pictures: &Path) {
    page.open(&write(folder, "deep", &sample::deep()).0);
    shows(page, "#tree", &["completed"]);
    assert!(page.eval(COLOURS).as_u64() > Some(2));
    page.screenshot(&pictures.join("deep-tree.png"));
    page.eval("document.querySelector('canvas').focus()");
    for key in ["p", "p", "Enter", "Backspace"] {
        page.key(key);
    }
    page.screenshot(&pictures.join("deep-tree-inside.png"));
}

fn hostile(page: &mut Chromium, folder: &Path) {
    let (address, _) = write(folder, "hostile", &sample::hostile());
    page.open(&address);
    for hash in ["#summary", "#bugs", "#tests", "#losses", "#solver"] {
        shows(page, hash, &["</script><!--<script>alert(1)</script><img src=x onerror=alert(2)>"]);
    }
    page.go("#source");
    page.eval("document.querySelector('.list a').click()");
    page.settle();
    assert!(page.text(SEEN).contains("</script><!--<script>alert(1)"));
    page.go("#tree");
    assert_eq!(page.eval("document.querySelectorAll('img').length + document.scripts.length"), 2);
}

fn huge(page: &mut Chromium, folder: &Path) {
    let (address, size) = write(folder, "huge", &sample::huge());
    assert!(size < LARGEST, "{size} bytes");
    page.open(&address);
    shows(page, "#summary", &["Left out of this page", "6,000", "750"]);
    shows(page, "#tree", &["not shown"]);
    shows(page, "#tests", &["tests are left out"]);
    shows(page, "#source/src/file0.c:9004", &["static int handle_450"]);
}

fn empty(page: &mut Chromium, folder: &Path) {
    page.open(&write(folder, "empty", &sample::empty()).0);
    shows(page, "#summary", &["Not complete"]);
    shows(page, "#bugs", &["No bugs found"]);
    shows(page, "#source", &["No code of yours"]);
    shows(page, "#tree", &["no tree"]);
    shows(page, "#tests", &["No tests"]);
    shows(page, "#losses", &["Nothing was given up"]);
    shows(page, "#solver", &["Tier"]);
    shows(page, "#nonsense", &["Not complete"]);
    assert_eq!(page.eval("document.querySelectorAll('nav a[href=\"#partition\"]').length"), 0);
}
