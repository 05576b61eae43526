"""Ratings checked against the list, and pairing numbers that follow from them (C.04.2)."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable

import pytest

from common.jobs.services import run_due
from gipf_engine.tournament.pairing.steps import StepCounter
from players.models import Account, Club
from ratings.models import Pool, Rating
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.factories import PersonFactory
from testing.tournaments.confirming import asked, confirm_by_api, confirmed
from testing.tournaments.factories import DAY, decide, entry, fresh, plan, running, with_players
from testing.tournaments.round_trips import exported, taken_in
from tests.tournaments.checklist.ways import form_to
from tournaments.core.dates import today
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.pairing_history import data_before_round
from tournaments.entries.numbering import find_start
from tournaments.entries.services import entries, numbering
from tournaments.entries.services.numbering import Seeding
from tournaments.events.services import events, lifecycle, undo
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Event, Round
from tournaments.rounds.queries.pairing_reasons import explain_absence, explain_round
from tournaments.rounds.services import hand_pairing, round_drafts
from tournaments.rounds.services import rounds as rounds_services
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = pytest.mark.django_db

SWISS = {"format": "swiss-dutch", "rounds_planned": 6}
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
RATINGS = {name: 1800 - 100 * place for place, name in enumerate(NAMES)}
"""Ada has 1800, Cleo 1600, Dan 1500, Hal 1100."""


def listed(club: Club, name: str, value: int) -> None:
    """Write that the club's list has this rating for somebody of this name, now and ever since."""
    pool, _made = Pool.objects.get_or_create(rules="gipf-standard", club=club)
    person = club.memberships.get(person__name=name).person
    more = {"games": 20, "provisional": False, "last_rated_on": DAY}
    Rating.objects.update_or_create(pool=pool, person=person, defaults={"value": value, **more})


def rated_swiss(club: Club, organiser: Account, *, rounds: int = 0) -> Event:
    """A Swiss of eight with numbers 1 to 8 in the order of their names, `rounds` rounds of it won by White."""
    event = with_players(club, organiser, NAMES, **SWISS)
    for name, value in RATINGS.items():
        listed(club, name, value)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    for _number in range(rounds):
        rounds_services.start_round(event.pk, organiser)
        last = load(fresh(event)).rounds[-1]
        seats = [(pairing.white, pairing.black) for pairing in last.pairings]
        names = {each.id: each.name for each in load(fresh(event)).entries}
        decide(event, organiser, {(names[one or 0], names[two or 0]): "1-0" for one, two in seats})
    return fresh(event)


def numbers(event: Event) -> list[str]:
    """Everybody by pairing number."""
    rows = load(fresh(event))
    assert sorted(rows.by_number) == list(range(1, len(rows.entries) + 1))
    return [rows.by_number[number].name for number in sorted(rows.by_number)]


def late(event: Event, organiser: Account, name: str, value: int | None) -> None:
    """Let a member of the club with this rating enter an event that runs."""
    person = PersonFactory(name=name, member_of=event.club)
    if value is not None:
        listed(event.club, name, value)
    entries.enter_person(event.pk, organiser, person_id=person.pk)


def reasons(event: Event) -> list[object]:
    """Why every round is as it is, board by board, and where it differs from the rules."""
    rows = load(fresh(event))
    found: list[object] = []
    for round_ in rows.rounds:
        explained = explain_round(rows, round_, StepCounter(None))
        found.append([[str(each) for each in explained.reasons.get(board.id, ())] for board in round_.pairings])
        assert not explained.differences
    return found


def ids(event: Event, names: Iterable[str]) -> list[int]:
    return [entry(event, name).pk for name in names]


def test_a48_source_and_day_of_a_rating_are_kept_and_what_is_typed_is_marked(club: Club, organiser: Account) -> None:
    event = rated_swiss(club, organiser)
    cleo, caller = entry(event, "Cleo"), Caller(organiser)
    assert (cleo.rating, cleo.rating_source, cleo.rating_day) == (1600, "club", today(event))
    page = f"/events/{event.pk}/entries/{cleo.pk}/rating"
    assert caller.post(page, {"rating": 1650, "reason": " "}).status_code == 400
    client = signed_in(organiser)
    client.post(page, {"rating": "1650", "reason": ""})
    assert entry(event, "Cleo").rating == 1600
    client.post(page, {"rating": "1650", "reason": "Her national rating."})
    assert (entry(event, "Cleo").rating, entry(event, "Cleo").rating_source) == (1650, "hand")
    assert client.get(f"/events/{event.pk}/players").content.decode().count("set by hand") == 1
    said = caller.done(f"{page}", {"rating": 1640, "reason": "Read again."})
    assert (said["rating"], said["rating_source"], said["listed"], said["differs"]) == (1640, "hand", 1600, True)
    line = journal_entries(load(fresh(event)), newest=1)[0]
    assert (str(line.text), line.reason) == ("Rating of Cleo set by hand", "Read again.")
    assert [(str(each.old), str(each.new)) for each in line.changes] == [("1650", "1640")]
    document = json.loads(exported(event, "json"))
    assert {each["name"]: each["rating_source"] for each in document["entries"]} == {
        **dict.fromkeys(NAMES, "club"),
        "Cleo": "hand",
    }
    copy = entry(taken_in(exported(event, "json"), club, organiser), "Cleo")
    assert (copy.rating, copy.rating_source, copy.rating_day) == (1640, "hand", today(event))


def test_a48_a_rating_typed_before_the_start_is_not_overwritten_by_it(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, ("Ada", "Ben"), **SWISS)
    listed(club, "Ada", 1500)
    numbering.set_rating(event.pk, organiser, entry(event, "Ben").pk, 1700, reason="Newly arrived.")
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    assert numbers(event) == ["Ben", "Ada"]
    lifecycle.unstart_event(event.pk, organiser)
    assert (entry(event, "Ada").rating, entry(event, "Ben").rating) == (None, 1700)


def test_a49_a_check_lists_ratings_that_differ_and_changes_chosen_ones_alone(club: Club, organiser: Account) -> None:
    event, caller, client = rated_swiss(club, organiser), Caller(organiser), signed_in(organiser)
    address, page = f"/events/{event.pk}/numbers", "All ratings match the list"
    assert page in client.get(address).content.decode()
    listed(club, "Dan", 1520)
    listed(club, "Fay", 1950)
    shown = client.get(address).content.decode()
    assert "Dan: 1500; on the list: 1520" in shown and "Fay: 1300; on the list: 1950" in shown
    assert "Ada: 1800" not in shown
    rows = caller.read(address)["results"]
    assert [row["player"]["name"] for row in rows if row["differs"]] == ["Dan", "Fay"]
    assert {entry(event, name).rating for name in ("Dan", "Fay")} == {1500, 1300}
    assert caller.post(f"/events/{event.pk}/ratings", {"entries": []}).status_code == 400
    client.post(address, form_to(client, address).untouched() | {"entries": str(entry(event, "Dan").pk)})
    assert (entry(event, "Dan").rating, entry(event, "Fay").rating) == (1520, 1300)
    caller.done(f"/events/{event.pk}/ratings", {"entries": ids(event, ["Fay"])})
    assert entry(event, "Fay").rating == 1950
    assert numbers(event) == list(NAMES)
    assert str(journal_entries(load(fresh(event)), newest=1)[0].text) == "Ratings taken from the list: Fay"


def test_a49_the_list_is_that_of_the_start_whatever_is_rated_later(club: Club, organiser: Account) -> None:
    """Both begin at 1500. Ada beats Ben in an event of a later day: 1520 and 1480 are not of the list that counts."""
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    people = [each.person_id for each in event.members.all()]
    day = find_start(event).list_day + datetime.timedelta(days=1)
    later = events.create_event(club.pk, organiser, plan=plan(name="Later Open", starts_on=day, ends_on=day))
    for person in people:
        entries.enter_person(later.pk, organiser, person_id=person)
    lifecycle.start_event(later.pk, organiser)
    rounds_services.start_round(later.pk, organiser)
    decide(later, organiser, {("Ada", "Ben"): "1-0"})
    lifecycle.close_event(later.pk, organiser)
    run_due()
    assert {rating.value for rating in Rating.objects.filter(pool__club=None)} == {1480, 1520}
    rows = Caller(organiser).read(f"/events/{event.pk}/numbers")["results"]
    assert [row["listed"] for row in rows] == [None, None]


def test_a50_among_equals_the_order_of_the_start_is_kept(club: Club, organiser: Account) -> None:
    """Eve gets Cleo's rating and stays behind her, whose number is lower; Dan is the third of the equals."""
    event = rated_swiss(club, organiser)
    for name in ("Dan", "Eve"):
        numbering.set_rating(event.pk, organiser, entry(event, name).pk, 1600, reason="The same.")
    with pytest.raises(EventRefused, match="already match the ratings"):
        numbering.renumber(event.pk, organiser)
    assert numbers(event) == list(NAMES)


def test_a51_until_round_4_numbers_follow_ratings_once_the_list_is_confirmed(club: Club, organiser: Account) -> None:
    event, client, caller = rated_swiss(club, organiser, rounds=3), signed_in(organiser), Caller(organiser)
    before = reasons(event)
    tables = [data_before_round(load(fresh(event)), number) for number in (1, 2, 3)]
    listed(club, "Fay", 1750)
    numbering.take_listed_ratings(event.pk, organiser, ids(event, ["Fay"]))
    wanted = ["Ada", "Fay", "Ben", "Cleo", "Dan", "Eve", "Gus", "Hal"]
    assert asked(numbering.renumber, event.pk, organiser) == ["renumbering"] * 5
    page = client.post(f"/events/{event.pk}/numbers/renumber").content.decode()
    assert "Fay: number 6 becomes 2" in page and "Ben: number 2 becomes 3" in page
    assert numbers(event) == list(NAMES)
    confirm_by_api(caller, f"/events/{event.pk}/numbers", {})
    assert numbers(event) == wanted
    line = journal_entries(load(fresh(event)), newest=1)[0]
    assert [(each.field, str(each.old), str(each.new)) for each in line.changes] == [
        ("numbers", "2, 3, 4, 5, 6", "3, 4, 5, 6, 2")
    ]
    assert line.has_point and reasons(event) == before
    for number, table in enumerate(tables, 1):
        then = data_before_round(load(fresh(event)), number)
        assert [(one.number, one.name) for one in then.entries] == [(one.number, one.name) for one in table.entries]
    file = exported(event, "trf26").decode()
    assert "### Changed @ Round 3: when paired: numbers 2 was 6, 3 was 2, 4 was 3, 5 was 4, 6 was 5" in file
    copy = taken_in(exported(event, "json"), club, organiser)
    assert reasons(copy) == before and exported(copy, "json") == exported(event, "json")
    undo.undo(event.pk, organiser, line.version, reason="Not yet.")
    assert numbers(event) == list(NAMES) and reasons(event) == before


def test_a51_one_number_cannot_move_alone_and_where_none_does_nothing_is_asked(club: Club, organiser: Account) -> None:
    event = rated_swiss(club, organiser)
    numbering.set_rating(event.pk, organiser, entry(event, "Dan").pk, 1550, reason="Corrected.")
    with pytest.raises(EventRefused, match="already match the ratings"):
        numbering.renumber(event.pk, organiser)
    assert "The pairing numbers match the ratings." in (
        signed_in(organiser).get(f"/events/{event.pk}/numbers").content.decode()
    )


def test_a51_numbers_by_lot_and_of_a_fixed_schedule_do_not_follow_ratings(club: Club, organiser: Account) -> None:
    drawn = with_players(club, organiser, ("Ada", "Ben", "Cleo"), **SWISS)
    lifecycle.start_event(drawn.pk, organiser, seeding=Seeding.LOT, first_colour="w")
    with pytest.raises(EventRefused, match="not given by rating"):
        numbering.renumber(drawn.pk, organiser)
    before = numbers(drawn)
    late(drawn, organiser, "Zoe", 2000)
    assert numbers(drawn) == [*before, "Zoe"]
    schedule = running(club, organiser, ("Kim", "Lou"), rounds=1)
    with pytest.raises(EventRefused, match="fixed once round 1 is paired"):
        numbering.renumber(schedule.pk, organiser)


def test_a51_while_a_round_is_a_draft_numbers_stay(club: Club, organiser: Account) -> None:
    event = rated_swiss(club, organiser)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    numbering.set_rating(event.pk, organiser, entry(event, "Fay").pk, 1900, reason="Corrected.")
    with pytest.raises(EventRefused, match="draft of round 1"):
        numbering.renumber(event.pk, organiser)


def test_a52_after_round_4_numbers_stay_but_who_comes_late_gets_the_earned_one(club: Club, organiser: Account) -> None:
    event = rated_swiss(club, organiser, rounds=4)
    before = reasons(event)
    numbering.set_rating(event.pk, organiser, entry(event, "Ben").pk, 1750, reason="Corrected.")
    for refused in (
        Caller(organiser).post(f"/events/{event.pk}/numbers", {}),
        signed_in(organiser).post(f"/events/{event.pk}/numbers/renumber"),
    ):
        assert refused.status_code == 409 and "Round 4 is paired" in refused.content.decode()
    late(event, organiser, "Zoe", 1647)
    assert numbers(event) == ["Ada", "Ben", "Zoe", *NAMES[2:]]
    assert reasons(event) == before
    assert "Zoe was not registered yet" in str(explain_absence(load(fresh(event)), 1, 1, 3, StepCounter(None)))
    rounds_services.start_round(event.pk, organiser)
    assert entry(event, "Zoe").slots.filter(round__number=5).exists()


def test_a52_who_comes_late_moves_a_draft_and_what_is_kept_of_rounds_by_hand(club: Club, organiser: Account) -> None:
    """Round 1 stands with Dan and Eve exchanged by hand. Zoe gets number 1, then Yan."""
    event = rated_swiss(club, organiser)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    step = hand_pairing.HandStep(step=hand_pairing.StepKind.EXCHANGE, one=4, other=5)
    confirmed(hand_pairing.take_step, event.pk, organiser, step)
    confirmed(hand_pairing.end_hand_pairing, event.pk, organiser, reason="A couple.")
    confirmed(round_drafts.publish_round, event.pk, organiser)
    kept = Round.objects.get(event=event).by_hand
    assert kept is not None
    late(event, organiser, "Zoe", 2100)
    moved = Round.objects.get(event=event)
    assert moved.by_hand == {
        "engine": {
            "pairs": [[white + 1, black + 1, lot] for white, black, lot in kept["engine"]["pairs"]],
            "byes": kept["engine"]["byes"],
        }
    }
    assert moved.known is not None and moved.known["numbers"] == [[number + 1, number] for number in range(1, 9)]
    round_drafts.unpublish_round(event.pk, organiser, 1, reason="Zoe is here.")
    late(event, organiser, "Yan", 2200)
    draft = fresh(event).round_draft
    assert draft.engine == {
        "pairs": [[white + 2, black + 2, lot] for white, black, lot in kept["engine"]["pairs"]],
        "byes": kept["engine"]["byes"],
    }
