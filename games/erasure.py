"""What games have to do with a person who is erased: where they played, and what was written about games there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import Q

from games.models import ClaimReason, Game, Move, PastEvent, Record, Study, StudyChapter, StudyTurn
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.erasure.texts import OwnText, TextsWanted, Tie, TiesWanted, leaves


def find_ties(asked: TiesWanted) -> Iterator[Tie]:
    """Where the person sat at a board."""
    records = asked.records
    played = Game.objects.filter(Q(white__in=records) | Q(black__in=records))
    known: dict[str, set[int]] = {}
    for key, *seats in played.values_list("parent_scope__key", "white", "black"):
        known.setdefault(key, set()).update(seats)
    for key, people in known.items():
        yield Tie(key, frozenset(people & set(records)), plays=True)


def find_texts(asked: TextsWanted) -> Iterator[OwnText]:
    """Reasons of claims, comments of moves and tags of records, of every game where the person played.

    A record keeps its fingerprint: handed in again with the name, it is still the one that is kept.
    """
    keys = [key for key, tie in asked.ties.items() if tie.plays]
    yield from _claim_reasons(keys)
    yield from _comments(keys)
    yield from _tags(keys)
    yield from _events_of_the_past(keys)
    yield from _studies(keys)


def _claim_reasons(keys: Iterable[str]) -> Iterator[OwnText]:
    rows = ClaimReason.objects.filter(claim__game__parent_scope__key__in=keys).order_by("pk")
    columns = ("claim__game__parent_scope__key", "pk", "text", "claim__game", "claim__account")
    for key, pk, text, game, account in rows.values_list(*columns):
        what = Message(_("Game %(game)s: why a result was decided"), {"game": game})
        yield OwnText(key, ClaimReason, pk, "text", text, what, writer=account)


def _comments(keys: Iterable[str]) -> Iterator[OwnText]:
    rows = Move.objects.filter(record__game__parent_scope__key__in=keys).exclude(comment="").order_by("pk")
    columns = ("record__game__parent_scope__key", "pk", "comment", "record__game", "ply", "record__handed_in_by")
    for key, pk, text, game, ply, account in rows.values_list(*columns):
        what = Message(_("Game %(game)s: comment on turn %(ply)s"), {"game": game, "ply": ply})
        yield OwnText(key, Move, pk, "comment", text, what, writer=account)


def _tags(keys: Iterable[str]) -> Iterator[OwnText]:
    rows = Record.objects.filter(game__parent_scope__key__in=keys).exclude(tags={}).order_by("pk")
    for key, pk, tags, game, account in rows.values_list(
        "game__parent_scope__key", "pk", "tags", "game", "handed_in_by"
    ):
        for part, text in leaves(tags):
            what = Message(_("Game %(game)s: tag %(tag)s of a record"), {"game": game, "tag": str(part[0])})
            yield OwnText(key, Record, pk, "tags", text, what, part, writer=account)


def _events_of_the_past(keys: Iterable[str]) -> Iterator[OwnText]:
    ids = [int(key.removeprefix("past:")) for key in keys if key.startswith("past:")]
    for event in PastEvent.objects.filter(pk__in=ids).exclude(name="").order_by("pk"):
        yield OwnText(event.scope, PastEvent, event.pk, "name", event.name, Message(_("Name of an event of the past")))


def _studies(keys: Iterable[str]) -> Iterator[OwnText]:
    """Titles, names of chapters and comments of studies that began with a record of these games."""
    about, chapter = "game__parent_scope__key", Message(_("Name of a chapter of a study"))
    for study in Study.objects.filter(**{f"{about}__in": keys}).select_related("game__parent_scope").order_by("pk"):
        assert study.game is not None
        key = study.game.parent_scope.key
        yield OwnText(key, Study, study.pk, "title", study.title, Message(_("Title of a study")))
        for pk, name in study.chapters.exclude(name="").values_list("pk", "name"):
            yield OwnText(key, StudyChapter, pk, "name", name, chapter)
        turns = StudyTurn.objects.filter(chapter__study=study).exclude(comment="").order_by("pk")
        for pk, text in turns.values_list("pk", "comment"):
            yield OwnText(key, StudyTurn, pk, "comment", text, Message(_("Comment in a study")))
