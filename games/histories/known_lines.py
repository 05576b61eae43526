"""Which lines of a file of past games are here already, from an earlier file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date

from games.histories.history_file import RESULTS, HistoryFile
from games.models import History, PastGame
from players.core.queries.records import canonical_id, canonical_ids
from players.models import Club

Known = dict[int, bool]
"""By line of a file whether its game is here with the same result."""
Key = tuple[date, str, str, int, int]


def known_lines(club: Club, rules: str, file: HistoryFile, people: Mapping[str, int | None]) -> Known:
    """The lines whose games a history of the club holds already: the same day, event, round and persons.

    `people` says who each name is, None: a new person. Of games that are the same in all this, as many are known as
    there are. Two queries.
    """
    if not file.games:
        return {}
    roots = canonical_ids({person for person in people.values() if person is not None})
    days = [game.on for game in file.games]
    there = PastGame.objects.filter(
        event__history__club=club, event__history__rules=rules, event__history__state=History.State.IN,
        game__played_on__range=(min(days), max(days)),
    ).annotate(white=canonical_id("game__white"), black=canonical_id("game__black"))  # fmt: skip
    held: Counter[Key] = Counter()
    results: dict[Key, set[str]] = {}
    columns = ("game__played_on", "event__name", "round", "white", "black", "game__result")
    for *place, result in there.values_list(*columns):
        key: Key = (place[0], place[1], place[2], place[3], place[4])
        held[key] += 1
        results.setdefault(key, set()).add(result)
    known: Known = {}
    for game in file.games:
        first, second = (roots.get(people.get(name) or 0) for name in (game.first, game.second))
        if first is None or second is None:
            continue
        key = (game.on, game.event, game.round, first, second)
        if held[key] > 0:
            held[key] -= 1
            known[game.line] = RESULTS[game.score] in results[key]
    return known
