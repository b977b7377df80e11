//! Futile interpositions (無駄合): which are none that count, and why the search counts exactly these.
//!
//! This is documentation; the rule is at work in the search and, written anew, in [`crate::proof`].
//!
//! # The rule
//!
//! There is no rulebook that settles the matter. Players agree on what is called self-evident, and that is the
//! rule here (SE). Let a single piece X of the attacker check from afar, and let `k` plies be those within which
//! he is to mate after that check. A reply that puts something on a square between X and the king, by a drop
//! or by a move, is *futile* for `k` when one of two things holds:
//!
//! * **R.** X can take what was interposed, legally and with check, and the position *without the interposed piece*
//!   is mate within the same `k`. A piece that was dropped is back in the defender's hand; one that
//!   moved there is out of play and nobody's.
//! * **S.** Another piece can take it, legally, and check directly, and that is mate at once: every reply to it is
//!   futile for 0 plies, or there is none.
//!
//! A futile reply is no reply: it is neither played nor counted. With M(Q, k) for "the check that led to Q mates
//! within `k` plies more" and V(d, k) for "the reply d does not help",
//!
//! ```text
//! M(Q, k)  =  V(d, k) for every legal reply d in Q
//! V(d, k)  =  k ≥ 2 and after d there is a check to some Q' with M(Q', k − 2)
//!             or R: X takes d, Q' is the position without the piece, and M(Q', k)
//!             or S: another piece takes d with a direct check to Q', and M(Q', 0)
//! ```
//!
//! Since the recursion goes into R with the same `k`, several interpositions one after another on one line need no rule
//! of their own: the last one before the king is futile because nothing is left to interpose, then the one before it.
//!
//! # Why it is well defined
//!
//! Look at three numbers: the plies `k`, the pieces the defender has on the board and in hand, and the squares between X
//! and the king. A plain check lowers the first. S lowers the second at the latest, for its capture is for good. R after
//! a move lowers the second too; after a drop it leaves the first two as they are and lowers the third, since X comes
//! nearer on the same line. None of the three ways raises a number without lowering one before it, so every line of the
//! recursion ends, and none comes back to the same position with the same `k`.
//!
//! # What it keeps
//!
//! * *More plies never hurt.* By induction over the recursion, M(Q, k) gives M(Q, k + 2): each of the three ways
//!   does so. That is why a search may ask "within `k`" and reuse proofs for more plies and disproofs for fewer.
//! * *Mate and no mate are the same* whether futile interpositions count or not; only lengths differ. If all replies
//!   help nothing by the rule, then each futile one is answered in truth by the capture that shows it: after S it is
//!   mate at once, and after R the attacker has what he had in the position without the piece, and the piece in hand
//!   besides, while the defender has no more than there. One piece more in the attacker's hand and one less
//!   in the defender's never saves a king: the attacker may leave it unused, and every reply is one that there was
//!   before. (Nor does it forbid the drop of a pawn: a pawn checks from the next square, where nothing can be
//!   interposed, so what the defender holds does not decide whether the drop mates.)
//!
//! # Why the search counts exactly this
//!
//! In the search, the position after a reply d that may be futile is a node of its own kind, an *interposition*. It
//! carries the number of plies of the check before it, `k`, instead of those after d, and its children are the
//! three ways in which V(d, k) can hold: a plain check with `k − 2`, the capture by X with `k` (the child is the
//! position without the piece), the direct capture by another piece with 0. The node is
//! mate when one child is. So what the search proves of a node with the budget `k` is, word for word, the definition above;
//! depth-first proof numbers only choose the order.
//!
//! Two things need care. A disproof within `k` at an interposition holds for that way of counting alone,
//! so it is stored under a key of its own, which says on which square and by what kind of reply the node arose. And
//! a position that is met again on the path is no way to mate there, as in every search for mate: by the above it is met
//! with a smaller `k`, and a mate within that is one within the greater `k` too, so where there is a mate there is
//! also one without the repetition.
//!
//! # What is disputed
//!
//! The rule decides every interposition, but composers agree on some only. Where the length or the line of an answer rests
//! on one that they do not agree on, the answer names it ([`Grey`](crate::search::Grey)), with what is disputed
//! ([`Dispute`](crate::search::Dispute)):
//!
//! * 広義, the *broad* sense. R compares lengths; the narrow sense asks that after the capture every variation is as it was
//!   without the interposition. Such interpositions do not count here, and are named where the capture leaves the
//!   defender a reply that he did not have. Later replies are not compared. The narrow sense speaks of "the" variations
//!   of a composition, and a proof has no such thing: wherever several checks mate equally soon, which of them is meant decides
//!   whether what follows is the same. The replies to the capture itself are the only ones that depend on no choice.
//! * XY(Z). S asks that the captor checks and that it is mate; some ask besides that no third piece has to help which had
//!   no part in the mate before. Such interpositions do not count. 間接両王手 is the case in which the third
//!   piece checks too.
//! * XYZ. The captor does not check himself, but opens the line of a third piece. Such interpositions count.
//! * 復元型. A cycle of interpositions and captures rebuilds the position. Such interpositions count.
