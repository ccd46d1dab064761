//! A defect of ours must cost no more than the path that shows it.

use std::cell::RefCell;
use std::panic::UnwindSafe;

thread_local! {
    /// Where the last panic of this thread was.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// From now on panics are not printed; [`catch`] tells about them.
pub fn keep_quiet() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|l| format!("{}:{}", l.file(), l.line())).unwrap_or_default();
        PLACE.with(|p| *p.borrow_mut() = place);
    }));
}

/// Runs something; if it panics, the message and where that was.
pub fn catch<T>(work: impl FnOnce() -> T + UnwindSafe) -> Result<T, String> {
    std::panic::catch_unwind(work).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|s| s.to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into());
        let place = PLACE.with(|p| p.borrow().clone());
        format!("internal error at {place}: {text}")
    })
}
