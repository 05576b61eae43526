"""Taking a whole event in: everything is checked first, then stored in pieces that no one sees before the last."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from django.utils import timezone

from common import pieces
from common.journal import services as journal
from games.models import Game
from games.records.services.submit_record import CheckedRecord, keep_records
from games.results.services.create import NewGame, announce_results
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account, Club, Person
from players.people.services.people import lock_persons, stage_people
from players.permissions import require
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.formats import option, pairs_freely, rounds_of
from tournaments.core.mapping import sequence_of, store_games
from tournaments.core.services import staging
from tournaments.core.services.base import EventCommand, State, event_act, need_confirmation
from tournaments.core.services.standard_rules import store_exits
from tournaments.interchange.acts import ImportEvent
from tournaments.interchange.formats.import_check import ImportCheck, check_rounds
from tournaments.interchange.formats.imported_event import (
    Apart,
    ImportedEntry,
    ImportedEvent,
    ImportedGame,
    ImportedPairing,
)
from tournaments.interchange.services.checked_import import (
    CheckedImport,
    check_event,
    check_games,
    exceeded_limits,
    with_its_draws,
)
from tournaments.interchange.services.imported_deals import store_attempts, store_draw
from tournaments.interchange.services.imported_teams import (
    await_line_ups,
    board_numbers,
    store_matches,
    store_teams,
)
from tournaments.models import (
    ByeRequest,
    DrawnDeal,
    Entry,
    Event,
    ForbiddenEntry,
    ForbiddenGroup,
    GameChoice,
    Member,
    PairedGame,
    Pairing,
    Round,
    RuleExit,
    Slot,
    Team,
)
from tournaments.rounds.services.setup_draws import draw_unless_drawn

BOARDS = 120
"""Boards of one piece: each is a pairing with its seats, games and claims."""
Board = tuple[int, int, ImportedPairing]
"""A pairing with its place in the file's round, from 0, and its board number, from 1."""
TURNS = 1_500
"""Turns of records in one piece, but the records of one game at least."""


def import_event(
    club_id: int,
    actor: Account | None,
    incoming: ImportedEvent,
    people: Mapping[int, int],
    *,
    confirm: Collection[str] = (),
    complete: Callable[[Event], None] = lambda _event: None,
    tell: Callable[[int, int], None] = lambda _done, _total: None,
) -> Event:
    """A new event of a club as a file says it is: running where everybody has a number, else a draft.

    `people` are persons' ids by the file's own numbers; everybody else is made new, as a member of the club. Results
    are decisions of `actor` (None: the system). Closing the event is an act of its own, since that is what rates
    its games. What the rules of pairing do not allow in its rounds is confirmed by the keys in `confirm`, and kept as
    comments of its files. `complete` is called in the transaction that makes the event visible, `tell`
    between the pieces, with how much of how much is done. Raises NotAllowed, EventRefused,
    ConfirmationNeeded, Refused, Person.DoesNotExist and `journal.Busy`; nothing of the event is seen then, or stays.
    """
    if actor is not None:
        require(actor, Permission.MAKE_EVENT, f"club:{club_id}")
    club = Club.objects.get(pk=club_id)
    _check_people(incoming, people)
    incoming = with_its_draws(incoming)
    check = confirm_rounds(club, incoming, confirm)
    checked = replace(check_games(club, _with_comments(incoming, check)), breaches=check.lines)
    return EventImport(club, actor, checked, people).store(complete, tell)


def stage_event(club: Club, actor: Account, incoming: ImportedEvent, people: Mapping[int, int]) -> EventImport:
    """Store the rows of an event that comes with its whole `staged` club; `EventImport.show` is called with the club.

    `people` has a person (id) for everybody. It was held elsewhere, so its rounds are not compared with the rules of
    pairing. Raises FileRefused, and `journal.Busy`.
    """
    coming = EventImport(club, actor, check_event(club, incoming), people)
    coming.store_rows()
    coming.forget_rows()
    return coming


# --- before anything is stored ------------------------------------------------------------------------


def confirm_rounds(club: Club, incoming: ImportedEvent, confirm: Collection[str]) -> ImportCheck:
    """What the rules of pairing do not allow in the rounds of an event. Raises ConfirmationNeeded unless confirmed."""
    check = check_rounds(incoming)
    digest = sha256(repr(incoming.rounds).encode()).hexdigest() if check.breaches else ""
    need_confirmation(f"{club.scope}:import:{digest}", _("Import this event"), check.cautions, confirm)
    return check


def _with_comments(incoming: ImportedEvent, check: ImportCheck) -> ImportedEvent:
    """The event with a comment on each breach, which its files keep. One that came with it is not said twice."""
    there = list(incoming.header.get("comments", ()))
    new = [line for line in check.lines if line not in there]
    return replace(incoming, header={**incoming.header, "comments": [*there, *new]}) if new else incoming


def _check_people(incoming: ImportedEvent, people: Mapping[int, int]) -> None:
    for message in exceeded_limits(incoming):
        raise EventRefused(message)
    refs = {each.ref: each.name for each in incoming.entries}
    known = {ref: person for ref, person in people.items() if ref in refs}
    found = Person.objects.filter(pk__in=known.values(), program_level=None)  # house players play in no event
    roots = dict(found.values_list("pk", "merged_into"))
    if not roots.keys() >= set(known.values()):
        raise Person.DoesNotExist
    _refuse_one_twice(refs, {ref: roots[person] or person for ref, person in known.items()})


def _refuse_one_twice(names: Mapping[int, str], found: Mapping[int, int]) -> None:
    """EventRefused where two of the file's players would be one person."""
    persons = list(found.values())
    twice = [names[ref] for ref, person in found.items() if persons.count(person) > 1] if _repeats(persons) else []
    if twice:
        raise EventRefused(Message(_("These would be one person: %(names)s."), {"names": twice}), field="people")


def _repeats(items: Sequence[int]) -> bool:
    return len(set(items)) < len(items)


# --- piece by piece -----------------------------------------------------------------------------------


class EventImport:
    """One event on its way in, from its first piece to its last."""

    def __init__(self, club: Club, actor: Account | None, checked: CheckedImport, people: Mapping[int, int]) -> None:
        self.club, self.actor, self.incoming, self.checked = club, actor, checked.incoming, checked.records
        self.breaches = list(checked.breaches)
        self.lots = self.incoming.lots
        refs = {each.ref for each in self.incoming.entries}
        self.known = {ref: person for ref, person in people.items() if ref in refs}
        self.persons: dict[int, int] = dict(self.known)
        self.entries: dict[int, Entry] = {}
        self.teams: dict[int, Team] = {}
        self.recorded: list[tuple[Game, CheckedRecord]] = []
        self.event = Event(
            club=club,
            example=club.example,
            first_colour=self.incoming.first_colour,
            lot_seed=self.lots.seed if self.lots is not None else "",
            file_header=dict(self.incoming.header),
            **self.incoming.plan.values(),
        )

    def store(self, complete: Callable[[Event], None], tell: Callable[[int, int], None]) -> Event:
        """Everything, the last piece too; nothing of it stays where that cannot be."""
        try:
            self.store_rows(tell)
            self._complete(complete)
        except Exception:
            if self.event.pk is not None:
                staging.remove_staged(self.event.scope)
            raise
        return self.event

    def store_rows(self, tell: Callable[[int, int], None] = lambda _done, _total: None) -> None:
        """All pieces but the last: no one sees the event."""
        total = len(self.incoming.rounds) + 2  # everybody, then each round, then all records
        self.scope = staging.open_staged(self.event)
        self._store_people()
        self._store_entries()
        self.teams = store_teams(self.event, self.incoming, self.entries)
        for number in range(len(self.incoming.rounds)):
            tell(number + 1, total)
            self._store_round(number)
        tell(total - 1, total)
        self._store_records()

    def forget_rows(self) -> None:
        """Leave go what is stored: of a whole club much is on its way at once."""
        rounds = tuple(replace(each, pairings=(), draw=None, known=None) for each in self.incoming.rounds)
        self.incoming = replace(self.incoming, rounds=rounds)
        self.checked, self.recorded = {}, []

    def _store_people(self) -> None:
        new = [each for each in self.incoming.entries if each.ref not in self.known]

        def store(some: Sequence[ImportedEntry]) -> None:
            people = [(each.name, each.country) for each in some]
            made = stage_people(club=self.club, people=people, scope=self.scope)
            self.persons |= {each.ref: person.pk for each, person in zip(some, made, strict=True)}

        staging.store_in_pieces(self.event, new, store)

    def _store_entries(self) -> None:
        now = timezone.now()

        def store(some: Sequence[ImportedEntry]) -> None:
            made = Entry.objects.bulk_create(
                Entry(
                    event=self.event,
                    **each.standing,
                    virtual_points=list(each.virtual_points),
                    lot_key=self.lots.keys[each.ref] if self.lots is not None else each.ref,
                    details=dict(each.details),
                    entered_at=now,
                )
                for each in some
            )
            self.entries |= {each.ref: entry for each, entry in zip(some, made, strict=True)}

        staging.store_in_pieces(self.event, self.incoming.entries, store)
        staging.store_in_pieces(self.event, self.incoming.byes, self._store_byes)
        staging.store_in_pieces(self.event, self.incoming.apart, self._store_apart, most=10)

    def _store_byes(self, some: Sequence[tuple[int, int, str]]) -> None:
        ByeRequest.objects.bulk_create(
            ByeRequest(entry=self.entries[ref], round_number=number, kind=kind) for ref, number, kind in some
        )

    def _store_apart(self, some: Sequence[Apart]) -> None:
        for refs, first, last, strength in some:
            group = ForbiddenGroup.objects.create(
                event=self.event, first_round=first, last_round=last, strength=strength
            )
            ForbiddenEntry.objects.bulk_create(ForbiddenEntry(group=group, entry=self.entries[ref]) for ref in refs)

    # --- rounds ---------------------------------------------------------------------------------------

    def _store_round(self, number: int) -> None:
        incoming = self.incoming.rounds[number]
        round_ = Round(
            event=self.event,
            number=number + 1,
            started_at=timezone.now(),
            deadline=incoming.deadline,
            known=dict(incoming.known) if incoming.known is not None else None,
            by_hand=dict(incoming.by_hand) if incoming.by_hand is not None else None,
        )
        with staging.piece(self.event):
            round_.save(force_insert=True)
        deals = store_draw(self.event, round_, incoming.draw) if incoming.draw is not None else []
        numbers = board_numbers(incoming, option(self.event, "boards")) if incoming.matches else ()
        boards = [(at, numbers[at] if numbers else at + 1, each) for at, each in enumerate(incoming.pairings)]
        made: list[Pairing] = []

        def store(some: Sequence[Board]) -> None:
            made.extend(self._store_boards(round_, some, deals))

        staging.store_in_pieces(self.event, boards, store, most=BOARDS)
        if incoming.matches:
            store_matches(round_, incoming, self.teams, made)

    def _store_boards(self, round_: Round, boards: Sequence[Board], deals: Sequence[DrawnDeal]) -> list[Pairing]:
        made = Pairing.objects.bulk_create(
            Pairing(round=round_, board=board, kind=_kind(pairing), has_colours=pairing.has_colours)
            for _at, board, pairing in boards
        )
        Slot.objects.bulk_create(
            Slot(pairing=row, round=round_, entry=self.entries[ref], side=side)
            for row, (_at, _board, pairing) in zip(made, boards, strict=True)
            for ref, side in _seats(pairing)
        )
        store_attempts(
            self.event,
            self.scope,
            [
                (row, self.persons[pairing.white], pairing.attempts)
                for row, (_at, _board, pairing) in zip(made, boards, strict=True)
            ],
            deals,
        )
        self._store_byes(
            [
                (pairing.white, round_.number, pairing.kind)
                for _at, _board, pairing in boards
                if pairing.black is None and pairing.kind in ByeRequest.Kind.values and pairs_freely(self.event.format)
            ]
        )
        places = [
            (row, at, board, pairing, leg)
            for row, (at, board, pairing) in zip(made, boards, strict=True)
            for leg in range(len(pairing.games))
        ]
        games = store_games(
            self.event,
            self.scope,
            [(row, leg + 1) for row, _at, _board, _pairing, leg in places],
            [self._new_game(round_, board, pairing, leg) for _row, _at, board, pairing, leg in places],
            decided_by=self.actor,
        )
        if self.event.medley:
            self._store_choices(games, [pairing.games[leg] for _row, _at, _board, pairing, leg in places])
        for game, (_row, at, _board, _pairing, leg) in zip(games, places, strict=True):
            records = self.checked.get((round_.number - 1, at, leg), ())
            self.recorded.extend((game, record) for record in records)
        return made

    def _new_game(self, round_: Round, board: int, pairing: ImportedPairing, leg: int) -> NewGame:
        assert pairing.black is not None
        white, black = (self.persons[ref] for ref in (pairing.white, pairing.black)[:: 1 if leg % 2 == 0 else -1])
        game = pairing.games[leg]
        return NewGame(
            white=white,
            black=black,
            handicap=game.handicap,
            setup=game.setup,
            rated=game.rated,
            played_on=game.played_on,
            sequence=sequence_of(round_.number, board, leg + 1),
            result=game.result,
            rated_result=game.rated_result,
            rules=game.rules,
            result_locked=game.is_choice_open,
        )

    def _store_choices(self, games: Sequence[Game], imported: Sequence[ImportedGame]) -> None:
        """Who chooses what is played on boards of a medley, and what was chosen."""
        legs = dict(PairedGame.objects.filter(game__in=games).values_list("game", "pk"))
        GameChoice.objects.bulk_create(
            GameChoice(
                paired_game_id=legs[game.pk], entry=self.entries[each.chooser], rules=game.rules if each.chosen else ""
            )
            for game, each in zip(games, imported, strict=True)
            if each.chooser is not None
        )

    def _store_records(self) -> None:
        """Records of about as many turns at once; those of one game together, since they are numbered together."""
        for some in pieces.batches(self._by_game(), _turns, TURNS):
            with staging.piece(self.event):
                keep_records([pair for pairs in some for pair in pairs], self.actor)

    def _by_game(self) -> list[list[tuple[Game, CheckedRecord]]]:
        found: dict[int, list[tuple[Game, CheckedRecord]]] = {}
        for game, record in self.recorded:
            found.setdefault(game.pk, []).append((game, record))
        return list(found.values())

    # --- the last piece -------------------------------------------------------------------------------

    def _complete(self, complete: Callable[[Event], None]) -> None:
        """Who is who is settled here, beside no merging and no erasing; then everybody sees the event."""
        with journal.commit(self.club.scope, self.actor, ImportEvent, event=self.event.pk):
            staging.show(self.event, self.scope, self.club)
            self._settle()
            complete(self.event)

    def show(self) -> Event:
        """The last piece of an event that came with its club, inside the transaction that shows the club."""
        with journal.commit(self.club.scope, self.actor, ImportEvent, event=self.event.pk):
            staging.show_rows(self.event, self.scope)
            self._settle()
        return self.event

    def _settle(self) -> None:
        """Who plays, and what follows from the event being there."""
        with event_act(self.event.pk, self.actor, ImportEvent) as doing:
            locked = lock_persons(list(self.known.values()))
            found = {ref: locked[person].pk for ref, person in self.known.items()}
            _refuse_one_twice({each.ref: each.name for each in self.incoming.entries}, found)
            persons = self.persons | found
            Member.objects.bulk_create(
                Member(entry=entry, event=self.event, person_id=persons[ref]) for ref, entry in self.entries.items()
            )
            doing.note(
                entries=[entry.pk for entry in self.entries.values()],
                people=[persons[ref] for ref in self.entries],
                rounds=len(self.incoming.rounds),
            )
            if self.breaches:
                doing.note(breaches=self.breaches)
            self._leave_rules(doing)
            if self.incoming.has_started:
                doing.event.state = State.RUNNING
                doing.event.save(update_fields=["state"])
                announce_results(doing.scope)
                # Where chance lays out the games, the coming round gets its seed.
                coming = len(self.incoming.rounds) + 1
                entrants = self.incoming.teams or self.incoming.entries
                total = rounds_of(doing.event, [getattr(each, "group", None) for each in entrants])
                draw_unless_drawn(doing, coming if coming <= total else None)
                await_line_ups(doing, self.incoming)
        self.event = doing.event

    def _leave_rules(self, doing: EventCommand) -> None:
        """An event that left standard rules elsewhere, or was not held under them, is outside here too."""
        exits = self.incoming.exits
        RuleExit.objects.bulk_create(
            RuleExit(event=doing.event, setting=each.setting, after_round=each.after_round, at=each.at, by=each.by)
            for each in exits
        )
        doing.event.has_left_rules = bool(exits)
        known = {each.setting for each in exits}
        new = [each for each in self.incoming.outside_rules if each not in known]
        store_exits(doing.event, self.actor, new, doing.note)


def _turns(records: Sequence[tuple[Game, CheckedRecord]]) -> int:
    return sum(len(record.moves) for _game, record in records)


def _kind(pairing: ImportedPairing) -> str:
    return Pairing.Kind.GAME if pairing.black is not None else Pairing.Kind(pairing.kind)


def _seats(pairing: ImportedPairing) -> list[tuple[int, str]]:
    if pairing.black is None:
        return [(pairing.white, Slot.Side.ALONE)]
    return [(pairing.white, Slot.Side.WHITE), (pairing.black, Slot.Side.BLACK)]
