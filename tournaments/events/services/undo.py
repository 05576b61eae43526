"""Going back to a restore point. What was done since is void and stays to be read; nothing that anyone said goes.

No act has an undo of its own: the rows that the event consists of become what they were, whatever changed them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db import router
from django.db.models.sql.subqueries import DeleteQuery

from common.journal.models import JournalEntry
from games.models import Attempt
from games.results.services.restore import count_claims_since, restore_games
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.models import Account
from players.permissions import require
from players.roles import Permission
from tournaments.core.acts import Undo
from tournaments.core.draws import deals_of
from tournaments.core.errors import EventRefused
from tournaments.core.saved_event import COLUMNS, TABLES, Row, SavedEvent, Table, rows_now, unpack
from tournaments.core.services.base import EventCommand, State, event_act, need_confirmation, need_reason
from tournaments.duplicate.services import remove_attempts
from tournaments.entries.services.moving_numbers import translate_extras
from tournaments.entries.services.waiting_list import drop_entered
from tournaments.medleys.services import reopen_choices
from tournaments.models import Arena, Entry, Event, Pairing, RestorePoint, Round, RoundRequest, Team
from tournaments.rounds.services.setup_draws import draw_anew
from tournaments.teams.services.line_ups import drop_seats_of, plan_seating

BATCH = 500


def undo(
    event_id: int,
    actor: Account,
    version: int,
    *,
    reason: str,
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> Event:
    """Let the event be what it was before the act that made `version`. Claims since then are void, none is deleted.

    Where players or arbiters said something since, that is confirmed by the keys in `confirm`. The undo keeps a point
    too, so it can be undone. Where settings go back, or a closed event goes on, the one who acts needs the right to
    edit it. `expect` is the event's version that the caller saw. Raises NotAllowed, Stale, EventRefused,
    ConfirmationNeeded and RestorePoint.DoesNotExist.
    """
    need_reason(reason, Message(_("Give a reason for undoing this.")))
    require(actor, Undo.permission, f"event:{event_id}")
    point = RestorePoint.objects.get(event=event_id, version=version)
    saved = unpack(bytes(point.content))
    with event_act(event_id, actor, Undo, expect=expect, to=version) as doing:
        _check_undo(doing, actor, saved)
        voided = count_claims_since(doing.scope, saved.games)
        key = f"{doing.event.scope}:undo:{version}:{doing.act.version}"
        need_confirmation(key, _("Undo this"), list(_void_cautions(voided)), confirm)
        doing.note(**_first_undone(doing, version), undone=doing.act.version - version, voided=voided)
        doing.set_reason(reason)
        _restore(doing, actor, saved)
    return doing.event


def _void_cautions(voided: int) -> Iterator[Caution]:
    if voided:
        message = _("results entered since become void: %(count)d")
        yield Caution("void-claims", Level.CONFIRM, Message(message, {"count": voided}))


def _first_undone(doing: EventCommand, version: int) -> dict[str, Any]:
    """What the journal says of the first act that is undone, so that the line of the undo can tell it."""
    line = JournalEntry.objects.get(scope=doing.scope, version=version)
    return {"first": {"action": line.action, "data": {k: v for k, v in line.data.items() if k != "changed"}}}


def _check_undo(doing: EventCommand, actor: Account, saved: SavedEvent) -> None:
    """Raise unless the one who acts may undo all that, and no one has seen a deal that would be taken back."""
    event = doing.event
    if Arena.objects.filter(event=event).exists():
        raise EventRefused(Message(_("An arena cannot be undone: change its results one by one.")))
    plan = {name: getattr(event, name) for name in COLUMNS if name not in ("state", "first_colour")}
    if event.state == State.CLOSED or any(
        saved.event[name] != value for name, value in plan.items() if name in saved.event
    ):
        require(actor, Permission.EDIT_EVENT, event.scope)
    going = _rounds_going(event, saved)
    attempts = Attempt.objects.filter(paired__pairing__round__in=going)
    if attempts.exclude(begun_at=None, ended_at=None).exists():
        raise EventRefused(Message(_("This cannot be undone: players have seen deals of a round that would go.")))
    solos = {row["round_id"] for row in saved.tables["pairing"].values() if row["kind"] == Pairing.Kind.SOLO}
    there = set(Round.objects.filter(event=event).values_list("pk", flat=True))
    if solos - there:
        raise EventRefused(Message(_("This cannot be undone: the deals of a round were drawn again.")))


def _rounds_going(event: Event, saved: SavedEvent) -> list[int]:
    """The rounds (ids) that are paired now and were not then."""
    now = Round.objects.filter(event=event).values_list("pk", flat=True)
    return [pk for pk in now if pk not in saved.tables["round"]]


def _restore(doing: EventCommand, actor: Account, saved: SavedEvent) -> None:
    event = doing.event
    going = _rounds_going(event, saved)
    shown = frozenset(Round.objects.filter(pk__in=going).values_list("number", flat=True))
    for pk in going:
        remove_attempts(pk)
    changes = [(table, _Change.of(table, event, saved, doing.act.version)) for table in TABLES]
    going_by_table = {table.model: change.going for table, change in changes}
    drop_seats_of(_not_back(going_by_table[Entry], saved, "entry"), _not_back(going_by_table[Team], saved, "team"))
    numbers = _numbers_of_then(event, saved)
    for table, change in reversed(changes):
        _delete(table, change.going)
    _restore_columns(event, saved)
    translate_extras(event, numbers)
    _games_and_rows(doing, actor, saved, changes)
    drop_entered(event)
    RoundRequest.objects.filter(event=event).delete()
    plan_seating(event)
    reopen_choices(doing, actor)
    _restore_draws(doing, saved, shown)


def _numbers_of_then(event: Event, saved: SavedEvent) -> dict[int, int]:
    """By number of now the one that each team had then."""
    then = {pk: row["number"] for pk, row in saved.tables["team"].items()}
    now = Team.objects.filter(event=event, number__isnull=False).values_list("pk", "number")
    return {number: then[pk] for pk, number in now if number is not None and then.get(pk)}


def _not_back(going: Sequence[int], saved: SavedEvent, table: str) -> list[int]:
    """Of the rows that go, those that were not there then."""
    return [pk for pk in going if pk not in saved.tables[table]]


class _Change:
    """The rows of one table that go, and those that come: new ones, and others in place of those that changed."""

    def __init__(self, going: Sequence[int], coming: Sequence[Row]) -> None:
        self.going, self.coming = going, coming

    @classmethod
    def of(cls, table: Table, event: Event, saved: SavedEvent, version: int) -> _Change:
        now = {row["id"]: row for row in rows_now(table, event.pk)}
        then = saved.tables[table.name]
        going = [pk for pk, row in now.items() if pk not in then or _differs(row, then[pk])]
        left = {pk: row for pk, row in _left_out(table, event).items() if pk in then}
        gone = set(going)
        coming = [
            {**now.get(pk, {}), **left.get(pk, {}), **row, **_renewed(table, version)}
            for pk, row in then.items()
            if pk not in now or pk in gone
        ]
        return cls(going, coming)


def _differs(now: Row, then: Row) -> bool:
    return any(now[name] != value for name, value in then.items())


def _left_out(table: Table, event: Event) -> dict[int, Row]:
    """The columns that no point keeps, as they are now."""
    if not table.left_out:
        return {}
    return {row["id"]: row for row in table.rows(event.pk).values("id", *table.left_out)}


def _renewed(table: Table, version: int) -> Row:
    """Columns that are not as they were: a form of before must not fit, and no draft is published by itself."""
    names = {each.attname for each in table.model._meta.concrete_fields}
    renewed: dict[str, Any] = {"version": version} if "version" in names else {}
    return renewed | ({"publish_at": None, "scheduled_by": None} if "publish_at" in names else {})


def _delete(table: Table, ids: Sequence[int]) -> None:
    """These rows and no others: what refers to them is brought back in the same transaction."""
    if ids:
        DeleteQuery(table.model).delete_batch(list(ids), using=router.db_for_write(table.model))


def _restore_columns(event: Event, saved: SavedEvent) -> None:
    names = [name for name in COLUMNS if name in saved.event]
    for name in names:
        setattr(event, name, saved.event[name])
    event.save(update_fields=names)


def _games_and_rows(
    doing: EventCommand, actor: Account, saved: SavedEvent, changes: list[tuple[Table, _Change]]
) -> None:
    restore_games(doing.scope, saved.games, actor)
    for table, change in changes:
        rows = (table.model(**row) for row in change.coming)
        table.model._default_manager.bulk_create(rows, batch_size=BATCH)


def _restore_draws(doing: EventCommand, saved: SavedEvent, shown: frozenset[int]) -> None:
    """Let the draws of then be in force in rounds that were paired, and new ones where a seed was shown since."""
    numbers = sorted({*saved.draws, *shown})
    for number in numbers:
        if number in saved.rounds:
            _draw_as_then(doing, number, saved.draws.get(number, 0))
        elif number in shown:
            draw_anew(doing, number)


def _draw_as_then(doing: EventCommand, number: int, count: int) -> None:
    deals = deals_of(doing.event, number)
    if len(deals) <= count:
        return
    then = deals[:count]
    whole = max((place for place, deal in enumerate(then) if not deal.board), default=0)
    for deal in then[whole:]:
        draw_anew(doing, number, deal.board, deal.seed)
