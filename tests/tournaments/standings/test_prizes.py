"""Categories and prizes of events: who is in them, their tables, who gets what, and what the database refuses."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from common.journal.models import JournalEntry
from common.journal.services import Stale
from gipf_engine.tournament.prizes import Prize, Rules, Sharing
from players.erasure.services import erase_person
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.factories import ClubFactory, MembershipFactory
from testing.tournaments.factories import category_with_prizes, draft, entry, fresh, played_by_four
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.prize_plan import CategoryPlan, PrizePlan, parse_prizes, write_prizes
from tournaments.entries.services import numbering
from tournaments.events.services import lifecycle
from tournaments.models import Category, Event, PlacePrize, PrizeRules
from tournaments.standings import services as prizes_services
from tournaments.standings.queries.prizes import PrizePage, category_tables, prize_page
from tournaments.standings.queries.standings import standings

pytestmark = [pytest.mark.django_db, pytest.mark.core]
AGE, RATING, CLUB, HAND = Category.Kind.AGE, Category.Kind.RATING, Category.Kind.CLUB, Category.Kind.HAND


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A round robin of four, played: Ada has 2½, Ben and Dan 1½ each, Cleo ½."""
    return played_by_four(club, organiser)


def add(event: Event, organiser: Account, name: str, kind: str, **more: Any) -> Category:
    return prizes_services.save_category(event.pk, organiser, CategoryPlan(name, kind, **more))


def ranks(event: Event) -> dict[str, list[tuple[int | None, str]]]:
    found = category_tables(load(event), standings(event))
    return {each.category.name: [(line.rank, line.row.entry.name) for line in each.rows] for each in found}


def page_of(event: Event) -> PrizePage:
    return prize_page(load(fresh(event)), standings(fresh(event)))


def awards(event: Event) -> list[tuple[str, str, str]]:
    """List, player, and amount of every award."""
    return [
        (each.category.name if each.category else "", row.entry.name, row.amount)
        for each in page_of(event).lists
        for row in each.awards
    ]


# --- who is in a category ------------------------------------------------------------------------------


def test_a_category_has_its_own_ranks_in_the_order_of_the_standings(event: Event, organiser: Account) -> None:
    members = frozenset(entry(event, name).pk for name in ("Cleo", "Dan", "Ben"))
    add(event, organiser, "Guests", HAND, members=members)
    overall = [(row.rank, row.entry.name) for row in standings(event).rows]
    assert overall == [(1, "Ada"), (2, "Ben"), (3, "Dan"), (4, "Cleo")]
    assert ranks(event) == {"Guests": [(1, "Ben"), (2, "Dan"), (3, "Cleo")]}


def test_ages_ratings_and_clubs_say_who_is_in(event: Event, organiser: Account) -> None:
    years = {entry(event, "Ada").pk: 2014, entry(event, "Ben").pk: 2013}
    prizes_services.set_birth_years(event.pk, organiser, years)
    numbering.set_rating(event.pk, organiser, entry(event, "Cleo").pk, 1500, reason="typed")
    numbering.set_rating(event.pk, organiser, entry(event, "Dan").pk, 1501, reason="typed")
    elsewhere = ClubFactory(name="Elsewhere", slug="elsewhere")
    MembershipFactory(person=entry(event, "Dan").members.get().person, club=elsewhere, since="2020-01-01")
    left = MembershipFactory(person=entry(event, "Ben").members.get().person, club=elsewhere, since="2020-01-01")
    left.until = datetime.date(2025, 12, 31)
    left.save()
    add(event, organiser, "U12", AGE, most=11, on_day=datetime.date(2026, 3, 7))
    add(event, organiser, "Rated", RATING, least=1501)
    add(event, organiser, "Rising", RATING, most=1500)
    add(event, organiser, "Visitors", CLUB, club=elsewhere.pk)
    found = {name: {player for _rank, player in rows} for name, rows in ranks(fresh(event)).items()}
    assert found == {"U12": {"Ada"}, "Rated": {"Dan"}, "Rising": {"Ada", "Ben", "Cleo"}, "Visitors": {"Dan"}}


def test_what_says_nobody_is_refused(event: Event, organiser: Account) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"name": " ", "kind": HAND}, "name"),
        ({"name": "A", "kind": AGE, "most": 12}, "on_day"),
        ({"name": "A", "kind": RATING}, "most"),
        ({"name": "A", "kind": RATING, "least": 2, "most": 1}, "most"),
        ({"name": "A", "kind": CLUB}, "club"),
        ({"name": "A", "kind": HAND, "members": frozenset({999999})}, "members"),
    ]
    for values, field in wrong:
        with pytest.raises(EventRefused) as refused:
            prizes_services.save_category(event.pk, organiser, CategoryPlan(**values))
        assert refused.value.field == field
    add(event, organiser, "Twice", RATING, most=1)
    with pytest.raises(EventRefused, match="of that name"):
        add(event, organiser, "Twice", RATING, most=2)


@pytest.mark.postgresql
def test_the_database_keeps_categories_and_prizes_in_order(event: Event) -> None:
    day = datetime.date(2026, 3, 7)
    bad = (
        {"kind": "age", "most": 12},
        {"kind": "rating"},
        {"kind": "rating", "least": 3, "most": 2},
        {"kind": "hand", "most": 2},
        {"kind": "club"},
        {"kind": "colour"},
        {"kind": "rating", "most": 2, "on_day": day},
    )
    for values in bad:
        with pytest.raises(IntegrityError), transaction.atomic():
            Category.objects.create(event=event, name="X", **values)
    for prize in ({"place": 0, "amount": 1}, {"place": 1}, {"place": 1, "amount": 10**9}):
        with pytest.raises(IntegrityError), transaction.atomic():
            PlacePrize.objects.create(event=event, **prize)
    PlacePrize.objects.create(event=event, place=1, amount=5)
    with pytest.raises(IntegrityError), transaction.atomic():
        PlacePrize.objects.create(event=event, place=1, amount=4)
    with pytest.raises(IntegrityError), transaction.atomic():
        PrizeRules.objects.create(event=event, sharing="lots")


# --- prizes --------------------------------------------------------------------------------------------


def test_equals_share_and_the_reason_says_what(event: Event, organiser: Account) -> None:
    category_with_prizes(event, organiser, [entry(event, "Cleo").pk])
    assert awards(event) == [("", "Ada", "100"), ("", "Ben", "40"), ("", "Dan", "40"), ("Guests", "Cleo", "40")]
    why = [row.why.translate(str) for row in page_of(event).lists[0].awards]
    assert why == ["place 1", "places 2–3 share 60 + 20", "places 2–3 share 60 + 20"]


def test_the_higher_prize_only_or_several(event: Event, organiser: Account) -> None:
    """Ben is first of the guests for 50, which is more than his 40: Dan has place 2 of the event alone."""
    guests = add(event, organiser, "Guests", HAND, members=frozenset({entry(event, "Ben").pk}))
    lists = {None: [Prize(10000), Prize(6000), Prize(2000)], guests.pk: [Prize(5000)]}
    prizes_services.set_prizes(event.pk, organiser, PrizePlan(lists=lists))
    assert awards(event) == [("", "Ada", "100"), ("", "Dan", "60"), ("", "Cleo", "20"), ("Guests", "Ben", "50")]
    assert [each.name for each in page_of(event).lists[0].passed_on] == ["Ben"]
    prizes_services.set_prizes(event.pk, organiser, PrizePlan(Rules(several=True), lists=lists))
    assert awards(event)[1:] == [("", "Ben", "40"), ("", "Dan", "40"), ("Guests", "Ben", "50")]


def test_who_withdrew_gets_nothing(event: Event, organiser: Account) -> None:
    category_with_prizes(event, organiser, [])
    Event.objects.filter(pk=event.pk).update(rounds_planned=None)
    entry_ = entry(event, "Ben")
    entry_.withdrawn_after = 3
    entry_.save()
    prizes_services.set_prizes(event.pk, organiser, PrizePlan(lists={None: [Prize(100), Prize(50)]}))
    assert awards(event) == [("", "Ada", "1"), ("", "Dan", "0.50")]


def test_it_is_final_once_the_event_is_closed_and_fixed_then(event: Event, organiser: Account, client: Client) -> None:
    category_with_prizes(event, organiser, [entry(event, "Cleo").pk])
    address = f"/events/{event.pk}/prizes"
    assert "Not final: prizes by the current standings" in client.get(address).content.decode()
    lifecycle.close_event(event.pk, organiser)
    page = client.get(address).content.decode()
    assert "Final." in page and "Not final" not in page
    assert "places 2–3 share 60 + 20" in page and '<span class="ltr">40 EUR</span>' in page
    for refused in (
        lambda: prizes_services.set_prizes(event.pk, organiser, PrizePlan()),
        lambda: add(event, organiser, "Late", RATING, most=1),
        lambda: prizes_services.set_birth_years(event.pk, organiser, {}),
    ):
        with pytest.raises(EventRefused, match="closed"):
            refused()


def test_prizes_rise_with_the_place_and_leagues_have_none(event: Event, club: Club, organiser: Account) -> None:
    for prizes, reason in (
        ([Prize(100), Prize(200)], "larger than"),
        ([Prize(100), Prize()], "has no prize"),
    ):
        with pytest.raises(EventRefused, match=reason) as refused:
            prizes_services.set_prizes(event.pk, organiser, PrizePlan(lists={None: prizes}))
        assert refused.value.field == "prizes"
    with pytest.raises(EventRefused, match="This category does not exist"):
        prizes_services.set_prizes(event.pk, organiser, PrizePlan(lists={999999: [Prize(1)]}))
    league = draft(club, organiser, format="league")
    with pytest.raises(EventRefused, match="league"):
        prizes_services.set_prizes(league.pk, organiser, PrizePlan(lists={None: [Prize(1)]}))


def test_prizes_are_written_one_a_line() -> None:
    text = "100\n60.5 + Book\n33,33\nA cup + a medal\n2 tickets"
    found = parse_prizes(text + "\n\n")
    assert found == [
        Prize(10000), Prize(6050, "Book"), Prize(3333), Prize(0, "A cup + a medal"), Prize(0, "2 tickets"),
    ]  # fmt: skip
    assert parse_prizes(write_prizes(found)) == found


def test_two_organisers_do_not_overwrite_each_other(event: Event, organiser: Account) -> None:
    version = event_version(event)
    prizes_services.set_prizes(event.pk, organiser, PrizePlan(lists={None: [Prize(1)]}), expect=version)
    with pytest.raises(Stale):
        prizes_services.set_prizes(event.pk, organiser, PrizePlan(lists={None: [Prize(2)]}), expect=version)


def event_version(event: Event) -> int:
    return JournalEntry.objects.filter(scope__key=event.scope).latest("version").version


# --- privacy -------------------------------------------------------------------------------------------


def test_birth_years_are_the_organisers_and_go_with_the_person(
    event: Event, organiser: Account, client: Client
) -> None:
    ada = entry(event, "Ada")
    prizes_services.set_birth_years(event.pk, organiser, {ada.pk: 1987})
    for path in ("players", "categories", "prizes", "event.json", "journal.json", "categories.csv"):
        assert "1987" not in client.get(f"/events/{event.pk}/{path}").content.decode(), path
    assert client.get(f"/events/{event.pk}/birth-years").status_code in (302, 403)
    with pytest.raises(NotAllowed):
        prizes_services.set_birth_years(event.pk, Account.objects.create(username="nobody"), {ada.pk: 1990})
    line = JournalEntry.objects.filter(scope__key=event.scope, action="set-birth-years").get()
    assert "1987" not in json.dumps(line.data) and line.data["entries"] == [ada.pk]
    with pytest.raises(EventRefused, match="between"):
        prizes_services.set_birth_years(event.pk, organiser, {ada.pk: 2030})
    erase_person(actor=organiser, person_id=ada.members.get().person_id)
    ada.refresh_from_db()
    assert ada.details == {}


def test_a_year_keeps_the_date_that_a_file_told(event: Event, organiser: Account) -> None:
    ada = entry(event, "Ada")
    ada.details = {"birth": "1987/05/04", "title": "WM"}
    ada.save()
    assert prizes_services.set_birth_years(event.pk, organiser, {ada.pk: 1987}) == []
    assert prizes_services.set_birth_years(event.pk, organiser, {ada.pk: None}) == [ada.pk]
    ada.refresh_from_db()
    assert ada.details == {"title": "WM"}


# --- pages, files, API ---------------------------------------------------------------------------------


def test_forms_make_categories_and_prizes(event: Event, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    home = f"/events/{event.pk}"
    sent = {"name": "U12", "kind": "age", "most": "11", "on_day": "2026-12-31"}
    assert client.post(f"{home}/categories/new", sent).status_code == 302
    category = Category.objects.get()
    assert (category.most, category.on_day, category.club) == (11, datetime.date(2026, 12, 31), None)
    page = client.post(f"{home}/categories/new", {"name": "Old", "kind": "age", "least": "60", "on_day": ""})
    assert page.status_code == 400 and "Choose the day that decides the age." in page.content.decode()
    ada = entry(event, "Ada").pk
    assert client.post(f"{home}/birth-years", {f"year_{ada}": "2015"}).status_code == 302
    prizes = {"sharing": "hort", "several": "no", "unit": "100", "currency": "EUR"}
    prizes |= {"prizes": "100\n60\n20", f"prizes_{category.pk}": "30 + Cup"}
    assert client.post(f"{home}/prizes/edit", prizes).status_code == 302
    rules = PrizeRules.objects.get()
    assert (rules.sharing, rules.unit, rules.several, rules.currency) == (Sharing.HORT, 100, False, "EUR")
    page = client.post(f"{home}/prizes/edit", prizes | {"prizes": "10\n20"}).content.decode()
    assert "The prize for place 2 is larger than the one above it." in page and "10\n20</textarea>" in page
    shown = client.get(f"{home}/prizes").content.decode()
    assert "Higher prize won elsewhere:" in shown  # Ada keeps the 100 of the event
    csv = client.get(f"{home}/prizes.csv").content.decode("utf-8-sig")
    assert csv.splitlines()[:2] == [
        "category,rank,number,name,amount,currency,thing,standard_rules,final",
        ",1,1,Ada,100,EUR,,yes,no",
    ]
    assert client.get(f"{home}/categories.csv").content.decode().splitlines()[1].startswith("U12,1,1,1,Ada,")
    for sheet in ("categories", "prizes"):
        assert "Ada" in client.get(f"{home}/print/{sheet}").content.decode()


def test_the_api_reads_and_writes_them(event: Event, organiser: Account) -> None:
    caller = Caller(organiser)
    home = f"/events/{event.pk}"
    made = caller.post(f"{home}/categories", {"name": "Guests", "kind": "hand", "members": [entry(event, "Ben").pk]})
    assert made.status_code == 201
    one = made.json()
    assert [(row["rank"], row["overall"], row["points"]) for row in one["rows"]] == [(1, 2, "1.5")]
    lists = [{"category": None, "prizes": [{"amount": 10000}, {"amount": 5000}]}]
    lists.append({"category": one["id"], "prizes": [{"name": "Cup"}]})
    answer = caller.ask("PUT", f"{home}/prizes", {"lists": lists, "several": True, "currency": "EUR"})
    assert answer.status_code == 200
    told = Caller().read(f"{home}/prizes")
    assert told["is_final"] is False and told["currency"] == "EUR"
    assert [(row["entry"]["player"]["name"], row["amount"], row["why"]) for row in told["lists"][0]["awards"]] == [
        ("Ada", 10000, "place 1"), ("Ben", 2500, "places 2–3 share 50"), ("Dan", 2500, "places 2–3 share 50"),
    ]  # fmt: skip
    assert told["lists"][1]["awards"][0]["names"] == ["Cup"]
    assert Caller().get(f"{home}/birth-years").status_code == 401
    assert caller.delete(f"{home}/categories/{one['id']}").status_code == 204
    assert Caller().read(f"{home}/categories")["results"] == []
