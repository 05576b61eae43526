"""The 74 questions of FIDE's checklist at which a program fails outright: what holds here, and what does not apply.

Numbers are those of the draft VCL4THP.13, read at second hand; the words are our own and say what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_PATH = "tests/"


@dataclass(frozen=True)
class Point:
    """What a question asks. It holds, `shown` by statements or tests, or does not apply, for the reason in `why`.

    Both: it holds in part, and `why` says what is missing.
    """

    asks: str
    shown: str = ""
    why: str = ""


_OWN_ENGINE = "the engine is the project's own"
_LOCKED = "it cannot change once round 1 is paired"
_GENERATOR = "tests/engine/generator/test_generator.py"

HARD_POINTS: Mapping[int, Point] = {
    6: Point("It is there as an online platform, or for some system.", "tests/service/test_embedded.py"),
    7: Point("It has an English interface.", "tests/web/test_translations.py"),
    9: Point("English can be chosen while it runs.", "tests/web/test_preferences.py"),
    13: Point("A manual exists apart from the program.", "tests/system/test_docs_links.py"),
    14: Point("A manual that is not whole explains what is essential.", why="docs/organisers.md covers every step"),
    15: Point("A manual that is not whole is finished within a year.", why="docs/organisers.md covers every step"),
    17: Point("An engine that is not its own is named.", why=_OWN_ENGINE),
    19: Point("A checker and a generator come with it.", "A60"),
    20: Point("The checker runs from a command line, free of charge.", "A60"),
    21: Point("The checker names wrong boards and wrong places.", "A60"),
    23: Point("The generator has another free interface.", why="it runs from a command line"),
    25: Point("What is left open to the generator is drawn.", f"{_GENERATOR}::test_what_is_left_open_is_drawn"),
    30: Point(
        "Without a seed two runs of the generator differ.",
        f"{_GENERATOR}::test_one_seed_makes_one_event_and_another_seed_another",
    ),
    31: Point(
        "Generated events obey the rules and their own tie-breaks.",
        f"{_GENERATOR}::test_every_event_is_found_right_and_comes_back_from_its_file",
    ),
    33: Point(
        "50,000 events each way agree with another engine.",
        "tests/engine/pairing/test_dutch_gacrux.py",
        "5,000 each way with bbpPairings, 242 with gacrux: no difference; goes on (docs/swiss.md)",
    ),
    35: Point("No difference is a fault of its own.", "tests/engine/pairing/test_dutch_gacrux.py"),
    41: Point("Standard rules can be chosen.", "A05"),
    43: Point("Leaving them is confirmed twice.", "A01"),
    45: Point("Once left they cannot be entered again.", "A02"),
    54: Point("Imported rounds are checked.", "A59"),
    56: Point("An imported event is under standard rules unless its file says otherwise.", "A02"),
    58: Point("A change of the number of rounds is confirmed twice.", why=_LOCKED + " (A10)"),
    60: Point("After such a change the last round is checked again.", why=_LOCKED + " (A10)"),
    63: Point("What the engine cannot pair is finished by hand.", "A12"),
    64: Point("Pairings can be made and edited by hand.", "A13"),
    65: Point("Pairing by hand has a beginning and an end.", "A14"),
    68: Point("At its end it is compared with the engine's.", "A17"),
    70: Point("1 – ½ – 0 is usual.", "A05"),
    74: Point("Two draws are never worth more than a win and a loss.", "A19"),
    76: Point("After a change of points paired rounds are checked again.", why=_LOCKED + " (A07)"),
    78: Point("A change of points counts for earlier rounds.", "A21"),
    79: Point("A pairing bye can be worth a win.", "A05"),
    81: Point("A pairing bye is never worth more than a win.", "A20"),
    83: Point("With 1 – ½ – 0 a pairing bye is 1, ½ or 0.", "A20"),
    86: Point("After a change of the bye's value paired rounds are checked again.", why=_LOCKED + " (A08)"),
    88: Point("Byes given earlier take the new value.", "A22"),
    92: Point("Rules of a Swiss that is not in the Handbook can be had.", why="the only Swiss is FIDE's Dutch system"),
    93: Point("The pairing system stays once the event runs.", "A06"),
    95: Point(
        "Numbers of a round robin can be given by hand.",
        "tests/tournaments/rounds/test_rounds.py::test_numbers_by_hand_are_taken_as_given_or_refused",
    ),
    103: Point("Who played less than half of a round robin is not ranked.", "A53"),
    104: Point(
        "Tie-breaks of a round robin are right.",
        "tests/engine/standings/test_round_robin.py, tests/engine/standings/test_gacrux.py",
    ),
    105: Point("No Buchholz in a round robin.", "A54"),
    106: Point("Baku acceleration is right.", "tests/engine/pairing/test_acceleration.py"),
    108: Point("Rules of other accelerations can be had.", why="there is no other"),
    109: Point(
        "Acceleration cannot be removed after round 1.",
        "tests/tournaments/events/test_event_form.py::test_choices_are_frozen_once_a_round_is_paired",
    ),
    110: Point(
        "Acceleration cannot be changed after round 1.",
        "tests/tournaments/rounds/test_swiss.py::test_baku_gives_the_upper_half_virtual_points_that_stay",
    ),
    120: Point("Lists of unknown source can be loaded.", why="ratings come from this server's lists, files or by hand"),
    122: Point("FIDE's lists can be loaded.", why="they hold no ratings of these games"),
    125: Point("One list at a time can be used.", "A48"),
    152: Point("Numbers exchanged after round 4 are confirmed twice.", why="they cannot be exchanged (A52)"),
    157: Point("A game can be pending and counts as a draw for the pairing.", "A33"),
    159: Point("Games without a result are pending when the next round is paired.", "A34"),
    161: Point("No final standings with results missing.", "A39"),
    162: Point("The result of a pending game can be entered at any time.", "A35"),
    167: Point("A pending game has no provisional score but a draw.", "A37"),
    169: Point("No final report while a game is pending.", "A39"),
    171: Point("Who is not paired can score.", "A26"),
    172: Point("There are half-point byes.", "A23"),
    180: Point("½-0, 0-½ and 0-0 can be entered for played games.", "A27"),
    181: Point("1-1 and 1-½ cannot.", "A28"),
    182: Point("½ by forfeit cannot.", "A29"),
    183: Point("The only forfeits are +/-, -/+ and -/-.", "A29"),
    184: Point("No played score beside a forfeit.", "A30"),
    186: Point("Whatever can be entered means the same everywhere.", "A31"),
    189: Point("An early round cannot be changed under standard rules.", "A40"),
    190: Point("The round before the last played can be corrected.", "A41"),
    191: Point("Rounds before that cannot.", "A40"),
    195: Point("Forbidden pairs are set before round 1.", "A43"),
    196: Point("They cannot be added later under standard rules.", "A43"),
    201: Point("A change of tie-breaks in the middle is confirmed twice.", "A09"),
    206: Point("Lots drawn again give the same order.", "A56"),
    220: Point("Confirmations cannot be switched off.", "A47"),
    224: Point("Without internet there is a place to test.", why="it runs on one's own machine, without internet"),
    225: Point("All checks can be made there.", why="it runs on one's own machine, without internet"),
}


def state_of_point(point: Point) -> str:
    """How far a point holds, in a word or two."""
    if not point.shown:
        return "does not apply"
    return "in part" if point.why else "holds"


def proof_of(point: Point) -> str:
    """Statements and tests as a page prints them."""
    return ", ".join(f"`{each}`" if each.startswith(_PATH) else each for each in point.shown.split(", ") if each)
