//! Chromium without a window, driven over the DevTools protocol.
//!
//! The protocol goes through a pair of pipes, so there is no port and no web socket. Whatever the page
//! complains about is kept: exceptions, errors on its console, and requests to anything but the page itself.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Chromium is slow on a busy machine; one that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Chromium {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    last: u64,
    session: Option<String>,
    /// What the page complained about.
    pub complaints: Vec<String>,
}

impl Chromium {
    /// Starts it with a profile of its own, which is in `folder`.
    pub fn start(folder: &Path) -> Chromium {
        // The shell gives it our pipes as the descriptors 3 and 4, where it expects them.
        let mut child = Command::new("sh")
            .args(["-c", r#"exec chromium "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#, "chromium"])
            .args(["--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            .args([
                "--no-first-run",
                "--disable-extensions",
                "--disable-background-networking",
                "--disable-dev-shm-usage",
            ])
            .arg(format!("--user-data-dir={}", folder.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell starts");
        let to = child.stdin.take().expect("it is a pipe");
        let mut pipe = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let (sender, from) = channel();
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while pipe.read_until(0, &mut message).is_ok_and(|length| length > 0) {
                let value = serde_json::from_slice(message.strip_suffix(&[0]).unwrap_or(&message));
                if sender.send(value.unwrap_or(Value::Null)).is_err() {
                    return;
                }
                message.clear();
            }
        });
        let mut browser = Chromium { child, to, from, last: 0, session: None, complaints: vec![] };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.call("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().map(String::from);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Calls a method and waits for its answer.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = session.clone().into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("Chromium is missing or died; scripts/setup.sh installs it");
        loop {
            let answer = self.next(method);
            if answer["id"] == self.last {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }

    fn next(&mut self, waiting_for: &str) -> Value {
        let message = self.from.recv_timeout(PATIENCE);
        let message = message.unwrap_or_else(|error| {
            panic!("Chromium said nothing to {waiting_for} ({error}); is it installed? scripts/setup.sh installs it")
        });
        self.listen(&message);
        message
    }

    fn listen(&mut self, message: &Value) {
        let said = &message["params"];
        match message["method"].as_str().unwrap_or("") {
            "Runtime.exceptionThrown" => self.complaints.push(said["exceptionDetails"].to_string()),
            "Runtime.consoleAPICalled" if said["type"] != "log" => self.complaints.push(said["args"].to_string()),
            "Log.entryAdded" if said["entry"]["level"] != "verbose" => self.complaints.push(said["entry"].to_string()),
            "Network.requestWillBeSent" => {
                let address = said["request"]["url"].as_str().unwrap_or("");
                if !address.starts_with("file:") && !address.starts_with("data:") && address != "about:blank" {
                    self.complaints.push(format!("the page asks for {address}"));
                }
            }
            _ => {}
        }
    }

    /// Loads a page and waits until it is there.
    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({"url": address}));
        while self.next("Page.navigate")["method"] != "Page.loadEventFired" {}
    }

    /// The value of an expression; promises are waited for.
    pub fn eval(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.call("Runtime.evaluate", parameters);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    pub fn text(&mut self, expression: &str) -> String {
        let value = self.eval(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression} is {value}")).to_string()
    }

    /// Waits until the page has drawn what it was told to.
    pub fn settle(&mut self) {
        self.eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
    }

    /// Goes to a view by its hash.
    pub fn go(&mut self, hash: &str) {
        self.eval(&format!("location.hash = {}; new Promise(done => setTimeout(done, 0))", json!(hash)));
        self.settle();
    }

    pub fn key(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let mut parameters = json!({"type": kind, "key": key});
            if key.chars().count() == 1 && kind == "keyDown" {
                parameters["text"] = key.into();
            }
            self.call("Input.dispatchKeyEvent", parameters);
        }
        self.settle();
    }

    pub fn mouse(&mut self, kind: &str, x: f64, y: f64) {
        let buttons = if kind == "mousePressed" { 1 } else { 0 };
        let parameters = json!({"type": kind, "x": x, "y": y, "button": if kind == "mouseMoved" { "none" } else { "left" },
            "buttons": buttons, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", parameters);
    }

    /// How wide and high the window is, and whether the reader likes it dark.
    pub fn look(&mut self, width: u32, height: u32, dark: bool) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", size);
        let value = if dark { "dark" } else { "light" };
        self.call(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": value}]}),
        );
        self.settle();
    }

    pub fn screenshot(&mut self, file: &Path) {
        let picture = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let bytes = decode(picture["data"].as_str().expect("a picture"));
        assert!(bytes.starts_with(b"\x89PNG"), "not a picture");
        std::fs::write(file, bytes).expect("the folder of pictures can be written");
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        // It ends by itself; if not, it is ended.
        for _ in 0..50 {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Base64, which is how pictures come.
fn decode(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for digit in text.bytes().filter_map(|c| DIGITS.iter().position(|d| *d == c)) {
        bits = bits << 6 | digit as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
