//! What can be wrong with a problem, or worth knowing about it.

use super::hint::Hint;
use crate::board::{Hand, Move};
use crate::search::Bounds;

/// How much a flaw matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Worth knowing, and no reproach.
    Note,
    /// A small flaw, which many tolerate.
    Blemish,
    /// The problem is unsound.
    Fatal,
}

impl Severity {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Blemish => "blemish",
            Severity::Fatal => "fatal",
        }
    }
}

/// A kind of flaw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FlawKind {
    /// 不正図面: the pieces make no position, or none with a king to mate.
    IllegalDiagram,
    /// 駒数: there are fewer than 40 pieces, or 39 where the attacker has no king.
    PiecesMissing,
    /// 反則手: a move of the line is illegal.
    IllegalMove,
    /// 王手なし: a move of the attacker in the line is no check.
    NoCheck,
    /// 未詰: the line does not end in mate.
    UnfinishedLine,
    /// 無駄合: the line plays a futile interposition.
    FutileInterposition,
    /// 無駄合の見解相違: composers disagree on whether an interposition is futile, and the length or the line rests on it.
    DisputedInterposition,
    /// 手数相違: another length is stated than the line has.
    WrongLength,
    /// 駒余り: the attacker has pieces left at the end.
    LeftOver,
    /// 不詰: there is no mate, or none after a reply to the line.
    NoMate,
    /// 早詰: the attacker can mate sooner than the line does.
    ShorterMate,
    /// 余詰: another move of the attacker mates as well.
    Cook,
    /// 最終手余詰: another move mates in place of the last one.
    LastMoveDual,
    /// 打点非限定: the same piece checks from another distance, and nothing else changes.
    DistanceDual,
    /// 成不成非限定: the same move with the other choice of promotion, and nothing else changes.
    PromotionDual,
    /// 着手非限定: the same kind of piece goes to another square, or from another one, and nothing else changes.
    SquareDual,
    /// 迂回手順: another move mates, but only by way of a position of the line.
    Detour,
    /// 手順前後: the moves of the line mate in another order.
    MoveOrder,
    /// 左右対称: the mirror image of the line in a symmetric position.
    Symmetry,
    /// 変同: another defence holds out as long and leaves the attacker as little.
    EqualDefence,
    /// 変長: another defence holds out longer, but the attacker has pieces left then.
    LongerDefence,
    /// 作意短手数: another defence holds out longer, and nothing is left then: the line is not the longest.
    NotLongest,
    /// 不要駒: a piece without which all would be the same.
    UselessPiece,
    /// 変化余詰: in a variation, the attacker has another move that mates.
    VariationCook,
}

impl FlawKind {
    /// Its name in English, which programs may rely on.
    pub fn word(self) -> &'static str {
        match self {
            FlawKind::IllegalDiagram => "illegal diagram",
            FlawKind::PiecesMissing => "pieces missing",
            FlawKind::IllegalMove => "illegal move",
            FlawKind::NoCheck => "no check",
            FlawKind::UnfinishedLine => "unfinished line",
            FlawKind::FutileInterposition => "futile interposition",
            FlawKind::DisputedInterposition => "disputed interposition",
            FlawKind::WrongLength => "wrong length",
            FlawKind::LeftOver => "left-over pieces",
            FlawKind::NoMate => "no mate",
            FlawKind::ShorterMate => "shorter mate",
            FlawKind::Cook => "cook",
            FlawKind::LastMoveDual => "last-move dual",
            FlawKind::DistanceDual => "distance dual",
            FlawKind::PromotionDual => "promotion dual",
            FlawKind::SquareDual => "square dual",
            FlawKind::Detour => "detour",
            FlawKind::MoveOrder => "move order",
            FlawKind::Symmetry => "symmetry",
            FlawKind::EqualDefence => "equal defence",
            FlawKind::LongerDefence => "longer defence",
            FlawKind::NotLongest => "not the longest",
            FlawKind::UselessPiece => "useless piece",
            FlawKind::VariationCook => "variation cook",
        }
    }

    /// Its name in Japanese.
    pub fn term(self) -> &'static str {
        match self {
            FlawKind::IllegalDiagram => "不正図面",
            FlawKind::PiecesMissing => "駒数不足",
            FlawKind::IllegalMove => "反則手",
            FlawKind::NoCheck => "王手なし",
            FlawKind::UnfinishedLine => "未詰",
            FlawKind::FutileInterposition => "無駄合",
            FlawKind::DisputedInterposition => "無駄合の見解相違",
            FlawKind::WrongLength => "手数相違",
            FlawKind::LeftOver => "駒余り",
            FlawKind::NoMate => "不詰",
            FlawKind::ShorterMate => "早詰",
            FlawKind::Cook => "余詰",
            FlawKind::LastMoveDual => "最終手余詰",
            FlawKind::DistanceDual => "打点非限定",
            FlawKind::PromotionDual => "成不成非限定",
            FlawKind::SquareDual => "着手非限定",
            FlawKind::Detour => "迂回手順",
            FlawKind::MoveOrder => "手順前後",
            FlawKind::Symmetry => "左右対称",
            FlawKind::EqualDefence => "変同",
            FlawKind::LongerDefence => "変長",
            FlawKind::NotLongest => "作意短手数",
            FlawKind::UselessPiece => "不要駒",
            FlawKind::VariationCook => "変化余詰",
        }
    }
}

/// Something that is wrong with a problem, or worth knowing about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// What.
    pub kind: FlawKind,
    /// How much it matters here.
    pub severity: Severity,
    /// Which move of the line it is about, counted from 1; 0 when it is about the diagram.
    pub ply: u32,
    /// The moves that show it, played instead of the move of the line at this ply and those behind it.
    pub moves: Vec<Move>,
    /// In how many plies from this ply on these moves mate against the best defence; `None` when they do not, or it was
    /// not found out.
    pub plies: Option<Bounds>,
    /// What the attacker has left in hand at the end of the moves, when they end in mate.
    pub left_over: Option<Hand>,
    /// More about it, in a few words.
    pub detail: Option<String>,
    /// What would mend it.
    pub hint: Option<Hint>,
}

impl Flaw {
    /// A flaw of which nothing else is to be said.
    pub fn new(kind: FlawKind, severity: Severity, ply: u32) -> Flaw {
        Flaw {
            kind,
            severity,
            ply,
            moves: Vec::new(),
            plies: None,
            left_over: None,
            detail: None,
            hint: None,
        }
    }
}
