"""Taking a whole event in: everything in one transaction, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import timezone

from games.models import Game
from games.services import GameRefused, NewGame, RecordRefused, keep_record
from journal import services as journal
from phrases import Phrase
from phrases import gettext_noop as _
from players.models import Account, Club, Person
from players.permissions import require
from players.roles import Act
from players.services import add_people, lock_person
from tournaments.bridge import people_of, sequence_of, store_games, store_pairings
from tournaments.crosstable import ByeKind
from tournaments.interchange.incoming import FileRefused, Incoming, IncomingPairing, IncomingRound
from tournaments.models import ByeRequest, Entry, Event, ForbiddenEntry, ForbiddenGroup, Member, Pairing, Round
from tournaments.pairing import RoundPairings
from tournaments.pairing.api import ByeGiven, Pair
from tournaments.refusals import EventRefused
from tournaments.rows import EventRows, load
from tournaments.services.acting import Doing, State, event_act
from tournaments.services.deals import draw_unless_drawn
from tournaments.services.entries import MOST_ENTRIES


def import_event(club_id: int, actor: Account | None, incoming: Incoming, people: Mapping[int, int]) -> Event:
    """A new event of a club as a file says it is: running where everybody has a number, else a draft.

    `people` are persons' ids by the file's own numbers; everybody else is made new, as a member of the club. Results
    are decisions of `actor` (None: the house itself). Closing the event is an act of its own, since that is what rates
    its games. Raises NotAllowed, EventRefused and Person.DoesNotExist.
    """
    key = f"club:{club_id}"
    if actor is not None:
        require(actor, Act.MAKE_EVENT, key)
    if len(incoming.entries) > MOST_ENTRIES:
        raise EventRefused(Phrase(_("An event has room for %(most)d players."), {"most": MOST_ENTRIES}))
    with journal.act(key, actor, "import-event") as act:
        club = Club.objects.get(pk=club_id)
        event = _event(club, incoming)
        act.data["event"] = event.pk
        journal.open_scope(event.scope, key)
        with event_act(event.pk, actor, None, "import-event") as doing:
            _enter(doing, incoming, people)
            _store_rounds(doing, actor, incoming)
            _go_on(doing, incoming)
    return doing.event


def _event(club: Club, incoming: Incoming) -> Event:
    return Event.objects.create(
        club=club,
        example=club.example,
        first_colour=incoming.first_colour,
        file_header=dict(incoming.header),
        **incoming.plan.values(),
    )


# --- players -----------------------------------------------------------------------------------------


def _enter(doing: Doing, incoming: Incoming, people: Mapping[int, int]) -> None:
    event, persons = doing.event, _persons(doing.event, incoming, people)
    now = timezone.now()
    entries = Entry.objects.bulk_create(
        Entry(
            event=event,
            number=each.number,
            rating=each.rating,
            withdrawn_after=each.withdrawn_after,
            annulled=each.annulled,
            group=each.group,
            virtual_points=list(each.virtual_points),
            details=dict(each.details),
            entered_at=now,
        )
        for each in incoming.entries
    )
    by_ref = {each.ref: entry for each, entry in zip(incoming.entries, entries, strict=True)}
    Member.objects.bulk_create(Member(entry=by_ref[ref], event=event, person=person) for ref, person in persons.items())
    ByeRequest.objects.bulk_create(
        ByeRequest(entry=by_ref[ref], round_number=number, kind=kind) for ref, number, kind in incoming.byes
    )
    for refs, first, last in incoming.apart:
        group = ForbiddenGroup.objects.create(event=event, first_round=first, last_round=last)
        ForbiddenEntry.objects.bulk_create(ForbiddenEntry(group=group, entry=by_ref[ref]) for ref in refs)
    doing.note(entries=[entry.pk for entry in entries], people=[person.pk for person in persons.values()])


def _persons(event: Event, incoming: Incoming, people: Mapping[int, int]) -> dict[int, Person]:
    """The person of each entry of the file: those who are known, locked in one order, and the others made new."""
    refs = {each.ref: each for each in incoming.entries}
    known = {ref: person for ref, person in people.items() if ref in refs}
    locked = {person: lock_person(person) for person in sorted(set(known.values()))}
    found = {ref: locked[person] for ref, person in known.items()}
    twice = [refs[ref].name for ref in found if [each.pk for each in found.values()].count(found[ref].pk) > 1]
    if twice:
        raise EventRefused(Phrase(_("These would be one person: %(names)s."), {"names": twice}), field="people")
    unknown = [each for each in incoming.entries if each.ref not in found]
    made = add_people(club=event.club, people=[(each.name, each.country) for each in unknown])
    found |= {each.ref: person for each, person in zip(unknown, made, strict=True)}
    return {each.ref: found[each.ref] for each in incoming.entries}


# --- rounds ------------------------------------------------------------------------------------------


def _store_rounds(doing: Doing, actor: Account | None, incoming: Incoming) -> None:
    rows, people = load(doing.event), people_of(doing.event)
    for number, round_ in enumerate(incoming.rounds, 1):
        row = Round.objects.create(
            event=doing.event,
            number=number,
            started_at=timezone.now(),
            deadline=round_.deadline,
            known=dict(round_.known) if round_.known is not None else None,
        )
        boards = store_pairings(rows, _pairings(number, round_), row)
        _store_games(doing, actor, rows, people, round_, boards)
    doing.note(rounds=len(incoming.rounds))


def _pairings(number: int, round_: IncomingRound) -> RoundPairings:
    pairs = tuple(Pair(each.white, each.black) for each in round_.pairings if each.black is not None)
    byes = tuple(ByeGiven(each.white, ByeKind(each.kind)) for each in round_.pairings if each.black is None)
    return RoundPairings(number, pairs, byes)


def _store_games(
    doing: Doing,
    actor: Account | None,
    rows: EventRows,
    people: Mapping[int, Person],
    round_: IncomingRound,
    boards: Sequence[Pairing],
) -> None:
    """The games of a round, each in its seats, with the records that came along."""
    places: list[tuple[Pairing, int]] = []
    games: list[NewGame] = []
    for board, pairing in zip(boards, round_.pairings, strict=True):
        for leg in range(1, len(pairing.games) + 1):
            places.append((board, leg))
            games.append(_game(rows, people, pairing, board, leg))
    try:
        made = store_games(doing.event, doing.scope, places, games, decided_by=actor)
    except GameRefused as error:
        raise FileRefused([error.phrase]) from error
    records = (game.records for pairing in round_.pairings for game in pairing.games)
    for game, texts in zip(made, records, strict=True):
        _keep_records(actor, game, texts)


def _game(rows: EventRows, people: Mapping[int, Person], pairing: IncomingPairing, board: Pairing, leg: int) -> NewGame:
    assert pairing.black is not None
    white, black = (people[rows.by_number[number].id] for number in (pairing.white, pairing.black))
    said = pairing.games[leg - 1]
    return NewGame(
        white=white if leg == 1 else black,
        black=black if leg == 1 else white,
        handicap=said.handicap,
        setup=said.setup,
        rated=said.rated,
        played_on=said.played_on,
        sequence=sequence_of(board.round.number, board.board, leg),
        result=said.result,
        rated_result=said.rated_result,
    )


def _keep_records(actor: Account | None, game: Game, texts: Sequence[str]) -> None:
    for text in texts:
        try:
            keep_record(game, actor, text)
        except RecordRefused as error:
            told = {"white": game.white.name, "black": game.black.name, "why": error.phrase}
            phrase = Phrase(_("the record of %(white)s – %(black)s: %(why)s"), told)
            raise FileRefused([phrase]) from error


def _go_on(doing: Doing, incoming: Incoming) -> None:
    """A started event runs on: where chance lays out the games, the coming round gets its seed."""
    if incoming.has_started:
        doing.event.state = State.RUNNING
        doing.event.save(update_fields=["state"])
        draw_unless_drawn(doing, load(doing.event).coming)
