"""What a reader has done of the lessons: members in the database, guests in their session until they sign in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import Q
from django.http import HttpRequest

from games.models import Game
from play.lessons.services import keep_done
from play.models import DoneLesson
from players.core.queries.records import record_ids
from players.models import Account, Person

KEY = "lessons"
"""Under this key a session holds the keys of the lessons that were done, by game. Only known ones come into it."""

Done = Mapping[str, frozenset[str]]
"""The keys of the lessons that were done, by game."""


def done_by(request: HttpRequest) -> Done:
    """All that the reader has done. One query for a member."""
    done: dict[str, set[str]] = defaultdict(set)
    for game, keys in _of_session(request).items():
        done[game].update(keys)
    if isinstance(request.user, Account):
        for game, key in DoneLesson.objects.filter(account=request.user).values_list("game", "lesson"):
            done[game].add(key)
    return {game: frozenset(keys) for game, keys in done.items()}


def note_done(request: HttpRequest, game: str, lesson: str) -> None:
    """Keep a lesson that the reader has just done; with it a member keeps what was done as a guest before."""
    if isinstance(request.user, Account):
        for other, keys in {**_of_session(request), game: [*_of_session(request).get(game, ()), lesson]}.items():
            keep_done(request.user, other, keys)
        request.session.pop(KEY, None)
    elif lesson not in _of_session(request).get(game, ()):
        kept = _of_session(request)
        request.session[KEY] = {**kept, game: [*kept.get(game, ()), lesson]}


def is_new(request: HttpRequest, person: Person | None) -> bool:
    """Whether the reader, who is this person where known, has neither done a lesson nor sat at a game."""
    if _of_session(request):
        return False
    if isinstance(request.user, Account) and DoneLesson.objects.filter(account=request.user).exists():
        return False
    records = record_ids(person.pk) if person is not None else ()
    return person is None or not Game.objects.filter(Q(white__in=records) | Q(black__in=records)).exists()


def _of_session(request: HttpRequest) -> dict[str, list[str]]:
    kept: dict[str, list[str]] = request.session.get(KEY, {})
    return kept
