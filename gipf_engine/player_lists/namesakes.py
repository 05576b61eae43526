"""Players of a list who have one name: the same person in two lines, or two people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import EARLIER, OUT, PLAYER
from gipf_engine.player_lists.meanings import Choice, ListedPlayer, Question

TWICE_KEY = "twice-"
"""How the keys of questions begin whether the player of a line is another person than one above, before the line."""
MOST_COMPARED = 50
"""People of one name: a list with more was made by a program, and comparing them all would take long."""
_MOST_ALONE = 10
_MOST_NAMED = 3
_ASK = _("%(name)s is in line %(earlier)d too, with other details. Is the player in line %(line)d another person?")
_ASK_ALL = _("Lines %(lines)s have names of lines above, with other details: %(names)s. Are they all other people?")


def are_alike(player: ListedPlayer, other: ListedPlayer) -> bool:
    """Whether nothing that is said of two players of one name tells them apart."""
    return not any(one and two and one != two for one, two in _details(player, other))


def completed(player: ListedPlayer, other: ListedPlayer) -> ListedPlayer:
    """A player with what only another line says of the same one: an answer that was sent again has more."""
    said = {key: value for key, value in asdict(other).items() if value and not getattr(player, key)}
    return replace(player, **said)


def are_two_people(player: ListedPlayer, other: ListedPlayer) -> bool:
    """Whether two players of one name are certainly two people: born in other years, or with other FIDE numbers."""
    return any(one and two and one != two for one, two in _lasting(player, other))


def _lasting(player: ListedPlayer, other: ListedPlayer) -> Iterator[tuple[str, str]]:
    """What stays the same for life, of both."""
    yield player.fide, other.fide
    yield player.birth, other.birth


def _details(player: ListedPlayer, other: ListedPlayer) -> Iterator[tuple[str, str]]:
    """What may tell them apart, of both."""
    yield from _lasting(player, other)
    yield player.club.casefold(), other.club.casefold()
    yield str(player.rating or ""), str(other.rating or "")


def namesake_questions(players: Sequence[ListedPlayer]) -> list[Question]:
    """Whether players with the name of one above are other people, where that is not certain."""
    above: dict[str, list[ListedPlayer]] = {}
    asked = []
    for player in players:
        named = above.setdefault(player.name.casefold(), [])
        earlier = next((each for each in named[:MOST_COMPARED] if not are_two_people(each, player)), None)
        if earlier is not None:
            asked.append((player, earlier))
        named.append(player)
    if len(asked) > _MOST_ALONE:
        return [_ask_of_all([player for player, _earlier in asked])]
    return [_ask_of(player, earlier) for player, earlier in asked]


def _ask_of(player: ListedPlayer, earlier: ListedPlayer) -> Question:
    choices = (
        Choice(PLAYER, Message(_("Yes, another person"))),
        Choice(OUT, Message(_("No, the same person: leave this line out"))),
        Choice(EARLIER, Message(_("No, the same person: this line counts, leave the earlier one out"))),
    )
    params = {"name": player.name, "line": player.line, "earlier": earlier.line}
    return Question(f"{TWICE_KEY}{player.line}", Message(_ASK, params), choices)


def _ask_of_all(players: Sequence[ListedPlayer]) -> Question:
    names = [f"“{player.name}”" for player in players[:_MOST_NAMED]]
    choices = (
        Choice(PLAYER, Message(_("Yes, all are other people"))),
        Choice(OUT, Message(_("No, the same people: leave these lines out"))),
    )
    params = {"lines": [player.line for player in players], "names": names}
    return Question(TWICE_KEY.rstrip("-"), Message(_ASK_ALL, params), choices)
