//! Which slot of the frame each register lives in.
//!
//! Parameters come first, then registers that live across blocks, then temporaries, which share
//! slots within and between blocks. A temporary that is only an argument of a call is computed
//! straight into the callee's frame.

use secateur_ir::*;

pub struct Slots {
    /// The slot of each register.
    pub of: Vec<u16>,
    /// Where those begin that one block alone knows, and writes before it reads.
    pub temporary: u16,
    /// Slots for the builder's own temporaries.
    pub scratch: u16,
    /// Where the frame of a callee begins.
    pub window: u16,
    /// Slots including the longest list of arguments.
    pub extent: u16,
    /// Whether some are kept beyond their last use.
    pub keeps: bool,
}

/// Words that the builder and the slow path use between two instructions.
pub const SCRATCH: usize = 6;

/// What one instruction of a block reads and writes after folding, in order of execution.
#[derive(Default, Clone)]
pub struct Step {
    pub reads: Vec<Reg>,
    pub writes: Vec<Reg>,
    /// The registers that are the arguments of a call whose arguments travel in the window.
    pub window_args: Option<Vec<Option<Reg>>>,
    pub is_call: bool,
}

/// Registers whose slots are not shared.
#[derive(Clone, Copy, PartialEq)]
pub enum Keep {
    Nothing,
    /// The program's own variables.
    Variables,
    All,
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    None,
    Fixed(u32),
    Temp(u32),
    Window(u32),
}

/// `None` if the function needs more slots than an instruction can name.
pub fn assign(f: &Function, uses: &Uses, steps: &[Vec<Step>], keep: Keep) -> Option<Slots> {
    let mut places = vec![Place::None; f.regs.len()];
    let mut fixed = 0u32;
    let mut fix = |places: &mut Vec<Place>, r: usize| {
        places[r] = Place::Fixed(fixed);
        fixed += f.regs[r].words() as u32;
    };
    (0..f.params.len()).for_each(|r| fix(&mut places, r));
    let mut local = locals(f, uses, steps);
    match keep {
        Keep::Nothing => {}
        Keep::Variables => variables(f).for_each(|r| local[r.index()] = false),
        Keep::All => local.fill(false),
    }
    for (r, local) in local.iter().enumerate().skip(f.params.len()) {
        if !local && (uses.defs[r] > 0 || uses.reads[r] > 0) {
            fix(&mut places, r);
        }
    }
    let mut temps = 0u32;
    for block in steps {
        window_arguments(block, &local, uses, &mut places);
        temps = temps.max(temporaries(f, block, &local, &mut places));
    }
    let window = fixed + temps + SCRATCH as u32;
    let most_args = steps.iter().flatten().filter_map(|s| s.window_args.as_ref()).map(Vec::len).max().unwrap_or(0);
    if window as usize + most_args >= usize::from(u16::MAX) {
        return None;
    }
    let of = places.iter().map(|place| match place {
        Place::None => 0,
        Place::Fixed(n) => *n as u16,
        Place::Temp(n) => (fixed + n) as u16,
        Place::Window(n) => (window + n) as u16,
    });
    Some(Slots {
        of: of.collect(),
        temporary: fixed as u16,
        scratch: (fixed + temps) as u16,
        window: window as u16,
        extent: (window as usize + most_args) as u16,
        keeps: keep != Keep::Nothing,
    })
}

/// Registers of one word that one block alone knows, and writes before it reads.
fn locals(f: &Function, uses: &Uses, steps: &[Vec<Step>]) -> Vec<bool> {
    let mut written = vec![false; f.regs.len()];
    let mut local: Vec<bool> = (0..f.regs.len()).map(|r| f.regs[r].is_word() && !uses.is_shared(Reg::new(r))).collect();
    for step in steps.iter().flatten() {
        for r in &step.reads {
            local[r.index()] &= written[r.index()];
        }
        for r in &step.writes {
            written[r.index()] = true;
        }
    }
    local[..f.params.len()].fill(false);
    local
}

/// Registers that are variables of the program: they begin without a value.
fn variables(f: &Function) -> impl Iterator<Item = Reg> {
    f.blocks.iter().flat_map(|b| &b.insts).filter_map(|inst| match inst.op {
        Op::Copy { dst, src: Operand::Undef, .. } => Some(dst),
        _ => None,
    })
}

/// Places temporaries that are made after the last call for the next call's window.
fn window_arguments(block: &[Step], local: &[bool], uses: &Uses, places: &mut [Place]) {
    let mut since_call: Vec<Reg> = Vec::new();
    for step in block {
        if let Some(args) = &step.window_args {
            for (i, reg) in args.iter().enumerate() {
                let Some(reg) = reg else { continue };
                let once = uses.defs[reg.index()] == 1 && uses.reads[reg.index()] == 1;
                if once && local[reg.index()] && since_call.contains(reg) {
                    places[reg.index()] = Place::Window(i as u32);
                }
            }
        }
        if step.is_call {
            since_call.clear();
        } else if since_call.len() < 64 {
            since_call.extend(&step.writes);
        }
    }
}

/// Linear scan over one block; returns how many slots it needs.
fn temporaries(f: &Function, block: &[Step], local: &[bool], places: &mut [Place]) -> u32 {
    let mut last = vec![];
    for (at, step) in block.iter().enumerate() {
        for r in step.reads.iter().chain(&step.writes) {
            if local[r.index()] && places[r.index()] == Place::None {
                last.push((r.index(), at));
            }
        }
    }
    // The last mention of each: later entries win.
    let mut last_use: std::collections::HashMap<usize, usize> = std::collections::HashMap::new();
    last.into_iter().for_each(|(r, at)| {
        last_use.insert(r, at);
    });
    let (mut free, mut used): (Vec<u32>, u32) = (vec![], 0);
    for (at, step) in block.iter().enumerate() {
        let release = |regs: &[Reg], places: &[Place], free: &mut Vec<u32>| {
            for r in regs {
                if last_use.get(&r.index()) == Some(&at)
                    && let Place::Temp(slot) = places[r.index()]
                    && !free.contains(&slot)
                {
                    free.push(slot);
                }
            }
        };
        // Operations with several results write the first before the last operand is read.
        let reuse_operands = step.writes.len() == 1 && !step.is_call;
        if reuse_operands {
            release(&step.reads, places, &mut free);
        }
        for r in &step.writes {
            if local[r.index()] && places[r.index()] == Place::None {
                let slot = free.pop().unwrap_or_else(|| {
                    used += 1;
                    used - 1
                });
                places[r.index()] = Place::Temp(slot);
            }
        }
        if !reuse_operands {
            release(&step.reads, places, &mut free);
        }
        release(&step.writes, places, &mut free);
    }
    debug_assert!(f.regs.len() >= used as usize);
    used
}
