//! Places in SARIF's words: addresses of files as URIs, columns in UTF-16 units.

use super::super::Run;
use serde_json::{Map, Value, json};
use std::path::{Component, Path, PathBuf};

/// The base of all files below the folder in which the run was made.
pub const ROOT: &str = "%SRCROOT%";

pub struct Place<'a> {
    /// As the compiler was given it, and where it really is.
    pub file: &'a str,
    pub path: &'a str,
    pub line: u32,
    pub col: u32,
    pub function: &'a str,
}

/// A `location`; without a physical one if the file or the line is not known.
pub fn location(run: &Run, place: &Place, message: Option<&str>) -> Value {
    let mut location = Map::new();
    if !place.file.is_empty() && place.line > 0 {
        let artifact = artifact(run, place);
        location
            .insert("physicalLocation".into(), json!({ "artifactLocation": artifact, "region": region(run, place) }));
    }
    if !place.function.is_empty() {
        location.insert("logicalLocations".into(), json!([{ "name": place.function, "kind": "function" }]));
    }
    if let Some(text) = message {
        location.insert("message".into(), json!({ "text": text }));
    }
    location.into()
}

/// Relative to the folder of the run where it is below it.
fn artifact(run: &Run, place: &Place) -> Value {
    let root = tidy(Path::new(&run.directory));
    let path = if place.path.is_empty() { place.file } else { place.path };
    let path = tidy(&root.join(path));
    match path.strip_prefix(&root) {
        Ok(below) => json!({ "uri": encode(&below.to_string_lossy()), "uriBaseId": ROOT }),
        Err(_) => json!({ "uri": file_uri(&path) }),
    }
}

fn region(run: &Run, place: &Place) -> Value {
    let mut region = Map::new();
    region.insert("startLine".into(), place.line.into());
    let text = source_line(run, place);
    if place.col > 0 {
        let column = text.map_or(place.col as usize, |text| utf16_column(text, place.col as usize));
        region.insert("startColumn".into(), column.into());
    }
    if let Some(text) = text {
        region.insert("snippet".into(), json!({ "text": text }));
    }
    region.into()
}

/// The line as it was when the run ended, if it was kept.
pub fn source_line<'a>(run: &'a Run, place: &Place) -> Option<&'a str> {
    let same =
        |f: &&super::super::File| if place.path.is_empty() { f.name == place.file } else { f.path == place.path };
    let file = run.files.iter().find(same)?;
    file.source.get(place.line.checked_sub(1)? as usize).map(String::as_str)
}

/// clang counts bytes, from 1.
fn utf16_column(line: &str, col: usize) -> usize {
    let before = line.get(..col - 1).unwrap_or(line);
    before.encode_utf16().count() + 1
}

/// `file:///a/b/`, with a slash at the end, as bases have.
pub fn base_uri(directory: &str) -> String {
    let uri = file_uri(&tidy(Path::new(directory)));
    if uri.ends_with('/') { uri } else { uri + "/" }
}

fn file_uri(path: &Path) -> String {
    format!("file://{}", encode(&path.to_string_lossy()))
}

/// Without `.` and `..`, by names alone: the files may be gone when a report is made again.
fn tidy(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// Percent-encoding of what a path in a URI may not hold.
pub fn encode(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b'+' | b'@' | b',' | b'=' => {
                out.push(byte.into());
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_below_the_folder_are_relative_to_it() {
        let run = Run { directory: "/home/u/pro ject".into(), ..Run::default() };
        let uri = |file, path| artifact(&run, &Place { file, path, line: 1, col: 0, function: "" });
        let below = json!({ "uri": "src/a%20b.c", "uriBaseId": ROOT });
        assert_eq!(uri("./src/a b.c", ""), below);
        assert_eq!(uri("x.c", "/home/u/pro ject/src/../src/a b.c"), below);
        assert_eq!(uri("../o/ä.c", ""), json!({ "uri": "file:///home/u/o/%C3%A4.c" }));
        assert_eq!(base_uri("/home/u/pro ject"), "file:///home/u/pro%20ject/");
        assert_eq!(base_uri("/"), "file:///");
    }

    #[test]
    fn columns_count_what_readers_count() {
        assert_eq!(utf16_column("  x = 1;", 3), 3);
        assert_eq!(utf16_column("\"ä日😀\" + x", 14), 9);
        assert_eq!(utf16_column("ab", 90), 3);
    }
}
