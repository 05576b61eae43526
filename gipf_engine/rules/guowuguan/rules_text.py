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
        "You play alone. Pass all seven levels by catching the general at each of them. He escapes again and "
        "again. The fewer rounds you need, the better."
    )
)
TILES = Message(
    _(
        "There are 32 tiles of two ends each, from one to six points. Eleven kinds are there twice – 66, 55, 44, "
        "33, 22, 11, 65, 64, 61, 51, 31 – and ten once. A tile is named by its ends, the higher one first."
    )
)
START = Message(
    _(
        "The tiles are shuffled and laid out: six generals in a row, of which the outer two lie open and the four "
        "between them face down, five levels of five tiles below them, and the last tile in the commons."
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
        "Tile 21 is the general. The others are shuffled and laid out: seven levels of three tiles, and ten tiles "
        "in the commons. Nothing lies face down."
    )
)
TRIPLES = Message(
    _(
        "Three tiles are a triple when their six ends are one of nine sets. How the ends are spread over the tiles"
        " does not matter."
    )
)
EQUAL_ENDS = Message(
    _(
        "Exactly three ends are equal: the others sum to five (five points), or to fourteen or more (full "
        "fourteen), or are equal among themselves (split). Exactly four are equal: the other two sum to that same "
        "number (coincidence). Five are equal: the sixth may be anything (five sons)."
    )
)
DRAGONS = Message(
    _(
        "Without three equal ends: 1 2 3 4 5 6 (all different), 1 1 2 2 3 3 (small dragon), 4 4 5 5 6 6 (big "
        "dragon), 2 2 3 3 6 6 (two-three-kao)."
    )
)
ROUNDS = Message(
    _("The game goes in rounds. In each you first lift triples, then pass levels, and then the levels are refilled.")
)
ROUNDS_OKUAN = Message(_("The game goes in rounds. In each you first lift triples, and then the levels are refilled."))
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
        "Go through the levels once, from the top down. From a level you may lift any three tiles that are a "
        "triple, wherever in it they lie, as often as you like, before you go on; you may not come back. You never"
        " have to lift."
    )
)
RING = Message(
    _(
        "A level is a ring: its last tile and its first are neighbours. The rest of the row closes up to the left."
        " The three tiles go to the left end of the commons, in the order in which they lay in the row."
    )
)
CLOSING = Message(
    _(
        "The rest of the row closes up to the left. The three tiles go to the left end of the commons, in the "
        "order in which they lay in the row."
    )
)
PASSING = Message(
    _(
        "Go through the levels once more, from the top down. A level of exactly two tiles may be passed if they "
        "make a triple with the left or the right general; that one is cut. A level of exactly one tile may be "
        "passed if it makes a triple with both of them; both are cut. The general behind one that was cut is "
        "turned up and may be used at once for a level further down."
    )
)
PASSING_BLOCK = Message(
    _(
        "What is cut goes to the left end of the commons with the tiles of the level, generals first. The level is"
        " out of play. After the first pass no more triples are lifted in this round."
    )
)
PASSING_QIQIN = Message(
    _(
        "Go through the levels once more, from the top down. If the general is in place, a level of exactly two "
        "tiles may be passed if they make a triple with him. General and tiles go to the left end of the commons, "
        "and the level is out of play."
    )
)
EMPTYING = Message(_("A level that becomes empty is passed and out of play."))
EMPTYING_REFILLED = Message(_("A level that becomes empty stays in play and is refilled like the others."))
REFILLING = Message(
    _(
        "From the bottom level up, each level in play, an empty one too, gets at its right end the tile at the "
        "right end of the commons, as long as there are any. Then a new round begins. A refill may follow another "
        "without a lift."
    )
)
REFILLING_OKUAN = Message(
    _(
        "From the bottom level up, each level in play gets at its right end the tile at the right end of the "
        "commons, as long as there are any; it is turned up. Then a new round begins. A refill may follow another "
        "without a lift."
    )
)
ESCAPE = Message(
    _("When 21 is the tile to be drawn it goes back to the general's place, and the level gets the next tile instead.")
)
END = Message(
    _(
        "You have won when all levels are passed and all generals cut; so exactly one pass must cut two. You have "
        "lost when nothing can be played any more, or when no general is left and a level still is."
    )
)
END_LEVELS = Message(_("You have won when all levels are passed. You have lost when nothing can be played any more."))
END_TOGETHER = Message(
    _("You have won when all levels are empty at the same time. You have lost when nothing can be played any more.")
)
CLOSED = Message(_("A game is closed after 200 rounds."))
SCORE = Message(
    _(
        "Games on the same deal are compared: won before lost, then more gates passed, then more generals cut, "
        "then, of games that were won, fewer rounds, then fewer lifts and passes."
    )
)
