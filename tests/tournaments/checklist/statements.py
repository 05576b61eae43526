"""The sixty acceptance statements of an arbiter's desk, after FIDE's checklist for pairing programs, in own words.

`GAPS` is what is known to be missing. A statement without a gap holds, and has tests; one that holds in part has tests
of that part; one that does not hold yet has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Gap:
    """What is missing of a statement. `in_part`: the rest of it holds."""

    missing: str
    in_part: bool = True


STATEMENTS: Mapping[str, str] = {
    "A01": "A setting outside standard rules asks twice, then with the consequences; cancelling changes nothing.",
    "A02": "An event that left standard rules cannot be put back: by no page, API call, import or backup.",
    "A03": "Such an event says so on every page of its organisers and of the public.",
    "A04": "Its journal and its export name the round, time, user and setting of the exit.",
    "A05": "An event made with the usual answers is under standard rules: 1 – ½ – 0, and a bye is a win.",
    "A06": "Once round 1 is paired, the pairing system cannot change.",
    "A07": "Once round 1 is paired, the points of a win, draw or loss cannot change.",
    "A08": "Once round 1 is paired, the value of a bye cannot change.",
    "A09": "Once round 1 is paired, a change of the tie-breaks is confirmed twice.",
    "A10": "Once round 1 is paired, the number of rounds cannot change.",
    "A11": "A warning before round 1 where the field cannot play all rounds without rematches.",
    "A12": "Where no legal pairing exists the round can be finished by hand, and the journal says so.",
    "A13": "Swap two players, swap who begins, pair two idle players, give the bye: in any unplayed round.",
    "A14": "Hand edits are a session with a beginning and an end; meanwhile no next round is paired.",
    "A15": "Rematch, forbidden pair, second bye, third equal colour, difference above two: asked on the server.",
    "A16": "A board where both have the wrong colour shows a notice that names both.",
    "A17": "Closing a session compares with the engine's pairing and shows the differences board by board.",
    "A18": "Journal and export keep both versions of the round; restoring it removes that entry.",
    "A19": "Points by which two draws beat a win and a loss are refused.",
    "A20": "A bye above a win is refused; with 1 – ½ – 0 it is 1, ½ or 0.",
    "A21": "After a permitted change of points the standings are those of an event held with the new values.",
    "A22": "After a permitted change of the bye's value all byes count so.",
    "A23": "A player can ask for a half-point bye; pairings, standings and export show it as such.",
    "A24": "A second half-point bye for the same player asks for confirmation.",
    "A25": "Who is flagged “no half-point bye” gets none, by any route.",
    "A26": "Who is not paired gets what the settings say, and tie-breaks count the round as unplayed.",
    "A27": "½-0, 0-½ and 0-0 can be entered for played games and count as played.",
    "A28": "1-1 and 1-½ are refused on pages, in the API and in imports.",
    "A29": "The only forfeits are those of one side or of both.",
    "A30": "A played score of one side and a forfeit of the other are refused.",
    "A31": "Every result means the same in standings, tie-breaks, next pairing, export and import.",
    "A32": "Boards go by the higher score of the pair, then the sum, then the lower number; byes last.",
    "A33": "A game can be pending: a draw for the next pairing, unknown in the standings.",
    "A34": "Pairing with results missing makes these games pending, and a notice lists them.",
    "A35": "The result of a pending game can be entered until the event is closed.",
    "A36": "A decisive result of a pending game after a later pairing asks, and is logged.",
    "A37": "A pending game has no provisional score other than a draw.",
    "A38": "Pairing while a game is pending from before the last finished round shows a notice that names it.",
    "A39": "While a result is missing, standings say “not final” everywhere, and the final export is refused.",
    "A40": "A result before the round before the last played cannot change under standard rules.",
    "A41": "A result of the round before the last played changes after confirmation, logged with old and new value.",
    "A42": "An error found later can be corrected for ratings alone; both values are shown.",
    "A43": "Forbidden pairs are free before round 1; then a change is asked twice and leaves standard rules.",
    "A44": "Each such act is exactly one entry of an append-only journal with time, user, round, old and new value.",
    "A45": "Each such entry is a comment line of the exported file and survives export, import, export.",
    "A46": "Before each such act a restore point is kept; one click goes back, and that is logged.",
    "A47": "No setting, flag or parameter skips a confirmation for good.",
    "A48": "A member's rating and id come from the club's list, with its date; ratings typed by hand are marked.",
    "A49": "A check lists every rating that differs from the list; nothing changes until rows are applied.",
    "A50": "Equal ratings are ordered by a published criterion before the alphabet: the title, as C.04.2 has it.",
    "A51": "Until round 4 is paired numbers can be recalculated; where two or more move, the list is confirmed.",
    "A52": "After round 4 numbers stay, but a late entrant gets the number that the rating earns.",
    "A53": "Who leaves a round robin before half of the games is out of the standings; the games stay visible.",
    "A54": "In a round robin tie-breaks of the Buchholz kind are refused.",
    "A55": "A round robin made by hand counts when each pair meets once (twice); else what is wrong is listed.",
    "A56": "Lots drawn twice give the same order; the seed is kept and shown.",
    "A57": "An expelled player leaves the standings and the games count for the opponents; who withdrew stays, marked.",
    "A58": "A file with defects is refused by line, or every repair is listed before anything is stored.",
    "A59": "After an import every round is checked; a breach must be confirmed and is logged.",
    "A60": "A free command replays an exported event and names wrong boards and places; its generator's events pass.",
}

GAPS: Mapping[str, Gap] = {}
