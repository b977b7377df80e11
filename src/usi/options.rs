//! The options of the engine.

use crate::search::{Futile, Goal};
use crate::tsume::DefenderHand;
use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;
use thiserror::Error;

/// How the options are set.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// `USI_Hash`: bytes for the tables.
    pub(super) table_bytes: usize,
    /// `Threads`: how many search together.
    pub(super) threads: NonZeroUsize,
    /// `PostSearchLevel`: whether the shortest mate is looked for, or the first that is found will do.
    pub(super) shortest: bool,
    /// `FutileInterposition`: whether futile interpositions count.
    pub(super) futile: Futile,
    /// `MultiPV`: how many first moves to find that mate.
    pub(super) mates: u64,
    /// `NodesLimit`: nodes for each `go mate`; `None` is without limit.
    pub(super) nodes: Option<u64>,
    /// `PvInterval`: the time between two `info` lines; `None` is no such lines before the answer.
    pub(super) report_interval: Option<Duration>,
    /// `DefenderHand`: who holds the pieces that stand nowhere.
    pub(super) defender_hand: DefenderHand,
}

/// Every option that there is. What is not in this list is neither offered nor accepted.
const DECLARATIONS: [Declaration; 8] = [
    Declaration {
        name: "USI_Hash",
        kind: Kind::Spin {
            default: 1024,
            least: 1,
            most: 1 << 25,
            set: |options, mebibytes| {
                options.table_bytes = usize::try_from(mebibytes << 20).unwrap_or(usize::MAX);
            },
        },
    },
    Declaration {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            least: 1,
            most: 256,
            set: |options, threads| {
                let threads = usize::try_from(threads).ok().and_then(NonZeroUsize::new);
                options.threads = threads.unwrap_or(NonZeroUsize::MIN);
            },
        },
    },
    Declaration {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            least: 1,
            // No position has more legal moves.
            most: 593,
            set: |options, mates| options.mates = mates,
        },
    },
    Declaration {
        name: "NodesLimit",
        kind: Kind::Spin {
            default: 0,
            least: 0,
            // What a floating-point number holds exactly: some programs have no others.
            most: (1 << 53) - 1,
            set: |options, nodes| options.nodes = (nodes > 0).then_some(nodes),
        },
    },
    Declaration {
        name: "PvInterval",
        kind: Kind::Spin {
            default: 1000,
            least: 0,
            most: 1_000_000,
            set: |options, milliseconds| {
                let interval = Duration::from_millis(milliseconds);
                options.report_interval = (milliseconds > 0).then_some(interval);
            },
        },
    },
    Declaration {
        name: "PostSearchLevel",
        kind: Kind::Combo {
            default: "MinLength",
            choices: &["None", "UpperBound", "MinLength"],
            set: |options, choice| options.shortest = choice == "MinLength",
        },
    },
    Declaration {
        name: "FutileInterposition",
        kind: Kind::Combo {
            default: "exclude",
            choices: &["exclude", "count"],
            set: |options, choice| {
                options.futile = match choice {
                    "count" => Futile::Count,
                    _ => Futile::Exclude,
                };
            },
        },
    },
    Declaration {
        name: "DefenderHand",
        kind: Kind::Combo {
            default: "TheRest",
            choices: &["TheRest", "AsGiven"],
            set: |options, choice| {
                options.defender_hand = match choice {
                    "AsGiven" => DefenderHand::AsGiven,
                    _ => DefenderHand::TheRest,
                };
            },
        },
    },
];

/// What all programs set, whether it is offered or not, and what means nothing here.
const TOLERATED: [&str; 1] = ["USI_Ponder"];

/// An option as the protocol declares it, and how to set it.
struct Declaration {
    name: &'static str,
    kind: Kind,
}

enum Kind {
    /// A whole number.
    Spin {
        default: u64,
        least: u64,
        most: u64,
        set: fn(&mut Options, u64),
    },
    /// One of a few words.
    Combo {
        default: &'static str,
        choices: &'static [&'static str],
        set: fn(&mut Options, &str),
    },
}

/// Why an option stays as it is.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum OptionError {
    #[error("there is no option {0:?}")]
    NoSuchOption(String),
    #[error("option {name}: read {read:?}, expected a number from {least} to {most}")]
    NotInRange {
        name: &'static str,
        read: String,
        least: u64,
        most: u64,
    },
    #[error("option {name}: read {read:?}, expected one of {choices:?}")]
    NoSuchChoice {
        name: &'static str,
        read: String,
        choices: &'static [&'static str],
    },
}

impl Default for Options {
    fn default() -> Options {
        let mut options = Options {
            table_bytes: 0,
            threads: NonZeroUsize::MIN,
            shortest: false,
            futile: Futile::default(),
            mates: 0,
            nodes: None,
            report_interval: None,
            defender_hand: DefenderHand::default(),
        };
        for declaration in &DECLARATIONS {
            match declaration.kind {
                Kind::Spin { default, set, .. } => set(&mut options, default),
                Kind::Combo { default, set, .. } => set(&mut options, default),
            }
        }
        options
    }
}

impl Options {
    /// What to ask of the search.
    pub(super) fn goal(&self) -> Goal {
        if self.shortest {
            Goal::Shortest(self.futile)
        } else {
            Goal::Any
        }
    }

    /// Sets an option; the case of letters does not matter.
    ///
    /// # Errors
    /// That there is no such option, or it cannot have this value; nothing changes then.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let is_named = |other: &str| other.eq_ignore_ascii_case(name);
        if TOLERATED.into_iter().any(is_named) {
            return Ok(());
        }
        let declaration = DECLARATIONS
            .iter()
            .find(|declaration| is_named(declaration.name))
            .ok_or_else(|| OptionError::NoSuchOption(shortened(name)))?;
        declaration.set(self, value)
    }
}

/// The options as the engine declares them, each on a line.
pub(super) fn declarations() -> impl Iterator<Item = impl fmt::Display> {
    DECLARATIONS.iter()
}

impl Declaration {
    fn set(&self, options: &mut Options, value: &str) -> Result<(), OptionError> {
        let name = self.name;
        match self.kind {
            Kind::Spin {
                least, most, set, ..
            } => match value.parse() {
                Ok(number) if (least..=most).contains(&number) => set(options, number),
                _ => {
                    return Err(OptionError::NotInRange {
                        name,
                        read: shortened(value),
                        least,
                        most,
                    });
                }
            },
            Kind::Combo { choices, set, .. } => {
                let is_chosen = |choice: &&&str| choice.eq_ignore_ascii_case(value);
                let choice = choices.iter().find(is_chosen);
                set(
                    options,
                    choice.ok_or_else(|| OptionError::NoSuchChoice {
                        name,
                        read: shortened(value),
                        choices,
                    })?,
                );
            }
        }
        Ok(())
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            Kind::Spin {
                default,
                least,
                most,
                ..
            } => write!(f, "spin default {default} min {least} max {most}"),
            Kind::Combo {
                default, choices, ..
            } => {
                write!(f, "combo default {default}")?;
                choices
                    .iter()
                    .try_for_each(|choice| write!(f, " var {choice}"))
            }
        }
    }
}

/// As much of a text of unknown length as an error quotes.
fn shortened(text: &str) -> String {
    const QUOTED: usize = 40;
    text.chars().take(QUOTED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_declared_with_their_defaults() {
        let lines: Vec<String> = declarations().map(|line| line.to_string()).collect();
        insta::assert_snapshot!(lines.join("\n"), @r"
        option name USI_Hash type spin default 1024 min 1 max 33554432
        option name Threads type spin default 1 min 1 max 256
        option name MultiPV type spin default 1 min 1 max 593
        option name NodesLimit type spin default 0 min 0 max 9007199254740991
        option name PvInterval type spin default 1000 min 0 max 1000000
        option name PostSearchLevel type combo default MinLength var None var UpperBound var MinLength
        option name FutileInterposition type combo default exclude var exclude var count
        option name DefenderHand type combo default TheRest var TheRest var AsGiven
        ");
        let options = Options::default();
        assert_eq!(options.table_bytes, 1 << 30);
        assert_eq!((options.mates, options.nodes), (1, None));
        assert_eq!(options.report_interval, Some(Duration::from_secs(1)));
    }

    #[test]
    fn they_can_be_set() {
        let mut options = Options::default();
        for (name, value) in [
            ("USI_Hash", "16"),
            ("multipv", "3"),
            ("NodesLimit", "1000"),
            ("PvInterval", "0"),
            ("DefenderHand", "asgiven"),
            ("USI_Ponder", "true"),
        ] {
            assert_eq!(options.set(name, value), Ok(()), "{name}");
        }
        assert_eq!(options.table_bytes, 16 << 20);
        assert_eq!((options.mates, options.nodes), (3, Some(1000)));
        assert_eq!(options.report_interval, None);
        assert_eq!(options.defender_hand, DefenderHand::AsGiven);
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        let mut options = Options::default();
        let mut error = |name, value| options.set(name, value).unwrap_err().to_string();
        insta::assert_snapshot!(error("MultiPV", "0"), @r#"option MultiPV: read "0", expected a number from 1 to 593"#);
        insta::assert_snapshot!(error("USI_Hash", ""), @r#"option USI_Hash: read "", expected a number from 1 to 33554432"#);
        insta::assert_snapshot!(error("DefenderHand", "Full"), @r#"option DefenderHand: read "Full", expected one of ["TheRest", "AsGiven"]"#);
    }
}
