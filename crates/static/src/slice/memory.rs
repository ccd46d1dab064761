//! What an instruction that reads or accesses memory needs: those who may write it, and those who may free it.

use super::relevant::Relevant;
use crate::prove::effects::reach;
use crate::prove::set::Set;
use secateur_ir::{Arg, Operand};

impl Relevant<'_, '_> {
    /// What a function of the machine that nothing is known of may read.
    pub(super) fn need_reachable(&mut self, f: u32, args: &[Arg]) {
        let world = self.world;
        let mut reached = world.effects.beyond.clone();
        for arg in args {
            let set = world.points.of_operand(world.module, world.objects, f, arg.operand());
            reach(world.points, &mut reached, &set);
        }
        self.need_objects(&reached);
    }

    /// What is behind an address.
    pub(super) fn need_contents(&mut self, f: u32, address: Operand) {
        let world = self.world;
        let set = world.points.of_operand(world.module, world.objects, f, address);
        let is_unknown = set.is_empty() && matches!(address, Operand::Reg(_));
        if is_unknown && !world.module.functions[f as usize].library && !self.reads_anything {
            self.reads_anything = true;
            self.need_objects(&(0..world.objects.len() as u32).collect());
        }
        self.need_objects(&set);
    }

    pub(super) fn need_objects(&mut self, set: &Set) {
        let world = self.world;
        for object in set.without(&self.read).iter() {
            world.writers[object as usize].iter().for_each(|place| self.mark_writer(*place));
        }
        self.read.add(set);
        world.anywhere.iter().for_each(|place| self.mark_writer(*place));
        self.need_objects_alive(set);
    }

    /// Whether what is behind an address is alive.
    pub(super) fn need_alive(&mut self, f: u32, address: Operand) {
        let world = self.world;
        let set = world.points.of_operand(world.module, world.objects, f, address);
        self.need_objects_alive(&set);
    }

    pub(super) fn need_objects_alive(&mut self, set: &Set) {
        let world = self.world;
        for object in set.without(&self.alive).iter() {
            world.freers[object as usize].iter().for_each(|place| self.mark(*place));
        }
        self.alive.add(set);
    }
}
