//! Names for the files of problems.

use std::collections::HashMap;

/// Gives names to the files of problems, each a different one.
#[derive(Default)]
pub struct FileNames {
    /// In small letters, since case makes no difference to some file systems.
    taken: HashMap<String, u32>,
}

impl FileNames {
    /// A name that is safe in any folder and was not given before: the id as far as possible, with a number
    /// behind it if need be, and without an extension.
    pub fn give(&mut self, id: &str) -> String {
        let stem = file_stem(id);
        let mut name = stem.clone();
        let mut number = *self.taken.get(&stem.to_lowercase()).unwrap_or(&0);
        while self.taken.contains_key(&name.to_lowercase()) {
            number += 1;
            name = format!("{stem}-{}", number + 1);
        }
        self.taken.insert(stem.to_lowercase(), number);
        self.taken.entry(name.to_lowercase()).or_insert(0);
        name
    }
}

fn file_stem(id: &str) -> String {
    /// In bytes; file systems have room for 255.
    const LONGEST: usize = 180;
    let safe = |c: char| {
        if c.is_alphanumeric() || "-_.".contains(c) {
            c
        } else {
            '_'
        }
    };
    let mut stem: String = id.trim_start_matches('.').chars().map(safe).collect();
    stem.truncate(stem.floor_char_boundary(LONGEST));
    if stem.is_empty() {
        "problem".to_string()
    } else {
        stem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_safe() {
        assert_eq!(file_stem("zuko-001"), "zuko-001");
        assert_eq!(file_stem("図巧.1"), "図巧.1");
        assert_eq!(file_stem("../../etc/passwd"), "_.._etc_passwd");
        assert_eq!(file_stem("a:3\0<b>"), "a_3__b_");
        assert_eq!(file_stem(".."), "problem");
        assert_eq!(file_stem(&"図".repeat(500)).len(), 180);
    }

    #[test]
    fn no_file_takes_the_name_of_another() {
        let mut names = FileNames::default();
        let given = ["a", "A", "a-2", "b", "a"].map(|id| names.give(id));
        assert_eq!(given, ["a", "A-2", "a-2-2", "b", "a-3"]);
    }
}
