//! Which integers are the lengths of which arrays: by names, and by what the code does.
//!
//! A parameter is taken as a length where its name says so and the code treats the pointer as more than one object, or
//! where the code compares it with what it indexes the pointer by. The user is told. A wrong guess costs
//! false alarms, so without the code's word no pair is made of parameters.

use secateur_front::ctypes::{IntKind, Signature, Struct, Type, TypeId, Types};

/// What a parameter or a field is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Other,
    /// The length of something.
    Length,
    /// As many elements as the one with this index says.
    Array(usize),
}

/// What the code does with a parameter that is a pointer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Use {
    /// It is moved, or indexed by something that is no constant.
    pub indexed: bool,
    /// How many bytes are reached by constant offsets.
    pub extent: u64,
    /// The function writes through it and never reads.
    pub only_written: bool,
    /// It is handed to a function of libc that takes strings.
    pub string: bool,
    /// Parameters that the index is compared with.
    pub compared: Vec<usize>,
    /// Parameters that are handed on together with it.
    pub together: Vec<usize>,
}

pub fn of_parameters(types: &Types, function: &Signature, uses: &[Use]) -> Vec<Role> {
    let params = &function.params;
    let mut roles = vec![Role::Other; params.len()];
    for (i, param) in params.iter().enumerate() {
        let (true, Some(used)) = (is_array_pointer(types, param.ty), uses.get(i)) else { continue };
        let integers = (0..params.len()).filter(|j| is_integer(types, params[*j].ty));
        let best = integers
            .filter_map(|j| {
                // A length that bears another pointer's name is that one's.
                let others = params.iter().enumerate().filter(|(k, p)| *k != i && is_array_pointer(types, p.ty));
                let taken = others.map(|(_, p)| name_score(&p.name, &params[j].name)).any(|score| score == 3);
                let name = match name_score(&param.name, &params[j].name) {
                    1 if taken || used.string => 0,
                    score => score,
                };
                let near = i.abs_diff(j);
                let code = if used.compared.contains(&j) {
                    3
                } else if used.together.contains(&j) || used.indexed {
                    1
                } else {
                    0
                };
                // Names alone are not enough, and neither is code that only hands both on.
                let enough = code == 3 || (name > 0 && code > 0);
                enough.then_some((code + name, std::cmp::Reverse(near), j))
            })
            .max();
        if let Some((_, _, j)) = best {
            roles[i] = Role::Array(j);
        }
    }
    mark_lengths(roles)
}

/// Fields go by their names alone: the code that keeps them together may be anywhere.
pub fn of_fields(types: &Types, s: &Struct) -> Vec<Role> {
    let mut roles = vec![Role::Other; s.fields.len()];
    if s.is_union {
        return roles;
    }
    let pointers: Vec<usize> = (0..s.fields.len()).filter(|i| is_array_pointer(types, s.fields[*i].ty)).collect();
    for i in &pointers {
        let name = s.fields[*i].name.as_deref().unwrap_or("");
        let candidates = s.fields.iter().enumerate().filter(|(_, f)| f.bits.is_none() && is_integer(types, f.ty));
        let best = candidates
            .filter_map(|(j, f)| {
                let length = f.name.as_deref().unwrap_or("");
                let own = name_score(name, length) >= 3;
                // One pointer and one length: they belong together. With a capacity, that is what is there.
                let only = pointers.len() == 1 && name_score(name, length) > 0;
                let room = ["cap", "capacity", "alloc", "allocated"].contains(&length) && pointers.len() == 1;
                (own || only || room).then_some((room, name_score(name, length), std::cmp::Reverse(i.abs_diff(j)), j))
            })
            .max();
        if let Some((_, _, _, j)) = best
            && is_data(types, s.fields[*i].ty, name)
        {
            roles[*i] = Role::Array(j);
        }
    }
    mark_lengths(roles)
}

fn mark_lengths(mut roles: Vec<Role>) -> Vec<Role> {
    let lengths: Vec<usize> =
        roles.iter().filter_map(|r| if let Role::Array(j) = r { Some(*j) } else { None }).collect();
    lengths.into_iter().for_each(|j| roles[j] = Role::Length);
    roles
}

/// Pointers to structures are links between objects as a rule; only a telling name makes them arrays.
fn is_data(types: &Types, ty: TypeId, name: &str) -> bool {
    let Type::Pointer(to) = types.get(types.plain(ty)) else { return false };
    let telling =
        ["data", "items", "elements", "elems", "entries", "values", "array", "buf", "buffer", "slots", "nodes"];
    match types.get(types.plain(*to)) {
        Type::Struct(_) | Type::Pointer(_) => telling.contains(&name) || name.ends_with('s'),
        _ => true,
    }
}

fn is_array_pointer(types: &Types, ty: TypeId) -> bool {
    let Type::Pointer(to) = types.get(types.plain(ty)) else { return false };
    match types.get(types.plain(*to)) {
        Type::Function { .. } | Type::Array { count: None, .. } => false,
        Type::Struct(s) => !s.incomplete,
        _ => true,
    }
}

fn is_integer(types: &Types, ty: TypeId) -> bool {
    matches!(types.get(types.plain(ty)), Type::Int { bytes: 1..=8, kind: IntKind::Plain, .. })
        || matches!(types.get(types.plain(ty)), Type::Int { signed: false, kind: IntKind::Char, .. })
}

const WORDS: [&str; 14] =
    ["n", "len", "length", "size", "count", "num", "sz", "cnt", "nmemb", "nelem", "nelems", "used", "nbytes", "bytes"];

/// How well a name says "length of `array`": 0 not at all, 1 a plain word, 3 with the array's own name.
fn name_score(array: &str, length: &str) -> u32 {
    let lower = length.to_ascii_lowercase();
    let array = array.to_ascii_lowercase();
    if WORDS.contains(&lower.as_str()) {
        return 1;
    }
    let stem = WORDS.iter().find_map(|word| {
        let front = lower.strip_prefix(word).map(|rest| rest.trim_start_matches('_'));
        let back = lower.strip_suffix(word).map(|rest| rest.trim_end_matches('_'));
        let fits = |rest: &&str| !rest.is_empty() && (*rest == array || array.strip_suffix('s') == Some(*rest));
        front.filter(fits).or(back.filter(fits)).map(str::to_string)
    });
    match stem {
        Some(_) => 3,
        None if WORDS
            .iter()
            .any(|word| lower.ends_with(&format!("_{word}")) || lower.starts_with(&format!("{word}_"))) =>
        {
            1
        }
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_front::ctypes::Parameter;

    /// Roles of `(char *dst, size_t dst_size, const char *src, int n)` and its like, with what the code says.
    fn check(names: [&str; 4], uses: [Use; 4], expected: [Role; 4]) {
        let int = |name: &str, kind| Type::Int { name: name.into(), bytes: 1, signed: false, kind };
        let all = vec![int("unsigned", IntKind::Plain), int("char", IntKind::Char), Type::Pointer(TypeId(1))];
        let types = Types { all };
        let params = names.iter().zip([2, 0, 2, 0]);
        let params = params.map(|(name, ty)| Parameter { name: name.to_string(), ty: TypeId(ty) }).collect();
        let (file, directory) = (String::new(), String::new());
        let function = Signature {
            name: "f".into(),
            file,
            directory,
            line: 1,
            is_static: false,
            params,
            ret: TypeId(0),
            variadic: false,
        };
        assert_eq!(of_parameters(&types, &function, &uses), expected, "{names:?}");
    }

    #[test]
    fn names_and_code_together_make_a_pair() {
        let none = Use::default;
        let indexed = || Use { indexed: true, ..Use::default() };
        let counted = |by| Use { indexed: true, compared: vec![by], ..Use::default() };
        let string = || Use { indexed: true, string: true, ..Use::default() };
        use Role::{Array, Length, Other};
        let other = [Other, Other, Other, Other];
        check(["a", "n", "b", "flags"], [none(), none(), none(), none()], other);
        check(["a", "n", "b", "flags"], [indexed(), none(), none(), none()], [Array(1), Length, Other, Other]);
        // The size of one is not the size of the other.
        let both = [indexed(), none(), indexed(), none()];
        check(["dst", "dst_size", "src", "flags"], both, [Array(1), Length, Other, Other]);
        // A string ends by itself, unless the code counts.
        check(["s", "n", "t", "len"], [string(), none(), none(), none()], other);
        check(["s", "x", "t", "y"], [counted(3), none(), none(), none()], [Array(3), Other, Other, Length]);
    }

    #[test]
    fn names_say_what_is_a_length() {
        for (array, length, score) in [
            ("a", "n", 1),
            ("buf", "buf_len", 3),
            ("buf", "buflen", 3),
            ("items", "num_items", 3),
            ("items", "nitems", 3),
            ("items", "item_count", 3),
            ("s", "max_len", 1),
            ("s", "flags", 0),
            ("s", "nice", 0),
        ] {
            assert_eq!(name_score(array, length), score, "{array} {length}");
        }
    }
}
