"""The rules of Guo Wu Guan and its relatives told to players, a paragraph each."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

GOAL = Message(
    _(
        "You play alone. Pass all five levels – the gates – and cut all six generals that guard them. The fewer "
        "rounds you need, the better."
    )
)
GOAL_OKUAN = Message(
    _("You play alone. Pass all five levels – the gates – by emptying them, in as few rounds as you can.")
)
GOAL_QIQIN = Message(
    _(
        "You play alone. Pass all seven levels by catching the general at each of them. The general "
        "escapes again and again. The fewer rounds you need, the better."
    )
)
TILES = Message(
    _(
        "There are 32 tiles with two ends each, of one to six points. Eleven kinds occur twice – 66, 55, "
        "44, 33, 22, 11, 65, 64, 61, 51, 31 – and ten once. A tile is named by its ends, the higher one "
        "first."
    )
)
START = Message(
    _(
        "The tiles are shuffled and laid out: six generals in a row, the outer two face up and the four "
        "between them face down; five levels of five tiles below them; and the last tile in the commons."
    )
)
START_OKUAN = Message(
    _("The tiles are shuffled and laid out: five levels of four tiles, and twelve tiles face down in the commons.")
)
START_TONG = Message(
    _("The tiles are shuffled and laid out: five levels of six tiles, and two tiles face down in the commons.")
)
START_QIQIN = Message(
    _(
        "Tile 21 is the general. The others are shuffled and laid out: seven levels of three tiles, and "
        "ten tiles in the commons. All tiles are face up."
    )
)
TRIPLES = Message(
    _(
        "Three tiles are a triple when their six ends form one of nine sets. It does not matter how the "
        "ends are spread over the tiles."
    )
)
EQUAL_ENDS = Message(
    _(
        "With exactly three equal ends, the others sum to five (five points) or to fourteen or more "
        "(full fourteen), or are all equal (split). With exactly four, the other two sum to that same "
        "number (coincidence). With five, the sixth can be anything (five sons)."
    )
)
DRAGONS = Message(
    _(
        "Without three equal ends: 1 2 3 4 5 6 (all different); 1 1 2 2 3 3 (small dragon); 4 4 5 5 6 6 "
        "(big dragon); 2 2 3 3 6 6 (two-three-kao)."
    )
)
ROUNDS = Message(
    _(
        "The game is played in rounds. In each, you first lift triples, then pass levels, and then the "
        "levels are refilled."
    )
)
ROUNDS_OKUAN = Message(
    _("The game is played in rounds. In each, you first lift triples, and then the levels are refilled.")
)
LIFTING = Message(
    _(
        "Go through the levels once, from the top down. From a level you may lift any triple of three neighbours, "
        "as often as you like, before you go on; you may not come back. You never have to lift."
    )
)
LIFTING_UP = Message(
    _(
        "Go through the levels once, from the bottom up. From a level you may lift any triple of three neighbours,"
        " as often as you like, before you go on; you may not come back. You never have to lift."
    )
)
LIFTING_ANY = Message(
    _(
        "Go through the levels once, from the top down. From a level you may lift any three tiles that "
        "are a triple, wherever they are, as often as you like, before you go on; you may not come back. "
        "You never have to lift."
    )
)
RING = Message(
    _(
        "A level is a ring: its last tile and its first are neighbours. After a lift, the rest of the "
        "row closes up to the left. The three tiles go to the left end of the commons, in the order they "
        "had in the row."
    )
)
CLOSING = Message(
    _(
        "After a lift, the rest of the row closes up to the left. The three tiles go to the left end of "
        "the commons, in the order they had in the row."
    )
)
PASSING = Message(
    _(
        "Go through the levels once more, from the top down. A level of exactly two tiles may be passed "
        "if they make a triple with the left or the right general; that general is cut. A level of "
        "exactly one tile may be passed if it makes a triple with both of them; both are cut. The "
        "general behind a cut one is turned up and may be used at once for a level further down."
    )
)
PASSING_BLOCK = Message(
    _(
        "Cut generals go to the left end of the commons with the tiles of the level, generals first. The "
        "level is out of play. After the first pass, no more triples are lifted in this round."
    )
)
PASSING_QIQIN = Message(
    _(
        "Go through the levels once more, from the top down. If the general is in place, a level of "
        "exactly two tiles may be passed if they make a triple with it. General and tiles go to the left "
        "end of the commons, and the level is out of play."
    )
)
EMPTYING = Message(_("A level that becomes empty is passed and out of play."))
EMPTYING_REFILLED = Message(_("A level that becomes empty stays in play and is refilled like the others."))
REFILLING = Message(
    _(
        "From the bottom up, each level in play, even an empty one, gets the rightmost tile of the "
        "commons at its right end. This continues while tiles are left. Then a new round starts. A "
        "refill may follow another without a lift."
    )
)
REFILLING_OKUAN = Message(
    _(
        "From the bottom up, each level in play gets the rightmost tile of the commons at its right end, "
        "while any are left; the tile is turned up. Then a new round starts. A refill may follow another "
        "without a lift."
    )
)
ESCAPE = Message(
    _("When 21 would be drawn, it returns to the general's place, and the level gets the next tile instead.")
)
END = Message(
    _(
        "You win when all levels are passed and all generals cut; so exactly one pass must cut two. You "
        "lose when nothing more can be played, or when no general is left but a level is."
    )
)
END_LEVELS = Message(_("You win when all levels are passed. You lose when nothing more can be played."))
END_TOGETHER = Message(
    _("You win when all levels are empty at the same time. You lose when nothing more can be played.")
)
CLOSED = Message(_("A game is closed after 200 rounds."))
SCORE = Message(
    _(
        "Games on the same deal are compared: won before lost, then more gates passed, then more "
        "generals cut; among won games, then fewer rounds, then fewer lifts and passes."
    )
)
