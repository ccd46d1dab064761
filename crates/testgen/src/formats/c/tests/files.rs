//! Whole test files of made-up calls.
