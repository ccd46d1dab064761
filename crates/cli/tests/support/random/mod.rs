//! Random programs: how they are made, compared and made smaller.

pub mod check;
pub mod endless;
pub mod forever;
pub mod kinds;
pub mod latent;
pub mod merging;
pub mod reduce;
pub mod status;
mod text;
