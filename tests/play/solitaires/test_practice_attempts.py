"""Practice with an account: stored turn by turn, taken back, given up by the next deal, nobody else's."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from common.jobs.services import run_due
from common.journal.models import JournalEntry
from games.attempts.services.attempts import resign_attempt
from games.models import Attempt, AttemptTurn
from play.models import PracticeAttempt, PracticeDeal
from play.solitaires.queries.statistics import statistics_of
from play.solitaires.services.practice_attempts import begin_practice, load_played
from players.erasure.exports import own_data
from players.models import Account, Club, Person
from players.people.services.merging import merge_persons
from testing.clients import signed_in
from testing.factories import PersonFactory, administrator, player_in
from testing.play.factories import GWG, OPEN_SETUP, practice_deal, swap_tiles

pytestmark = [pytest.mark.django_db, pytest.mark.core]
KEY = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')


@pytest.fixture
def player(club: Club) -> Account:
    return player_in(club, name="Pia")


def begun(account: Account, number: int = 7) -> tuple[Client, Attempt]:
    client = signed_in(account)
    answer = client.post("/practice", {"rules": GWG, "number": number})
    attempt = Attempt.objects.latest("pk")
    assert answer.headers["Location"] == f"/practice/{attempt.pk}"
    return client, attempt


def version(client: Client, attempt: Attempt) -> int:
    found = re.search(r'name="version" value="(\d+)"', client.get(f"/practice/{attempt.pk}").content.decode())
    assert found is not None
    return int(found[1])


def play(client: Client, attempt: Attempt, token: str) -> int:
    sent = {"turn": token, "version": version(client, attempt)}
    return client.post(f"/practice/{attempt.pk}", sent).status_code


def step(client: Client, attempt: Attempt, action: str) -> int:
    return client.post(f"/practice/{attempt.pk}/{action}", {"version": version(client, attempt)}).status_code


def tokens(attempt: Attempt) -> list[str]:
    return list(AttemptTurn.objects.filter(attempt=attempt).order_by("ply").values_list("token", flat=True))


def test_every_turn_is_stored_and_a_closed_browser_goes_on_where_it_was(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    client, attempt = begun(player)
    assert play(client, attempt, "3.125") == 302
    assert tokens(attempt) == ["3.125"]
    page = signed_in(player).get(f"/practice/{attempt.pk}").content.decode()
    assert "Played: 55 梅, 54 雜九, 64 紅頭: full fourteen." in page
    assert f'href="/practice/{attempt.pk}"' in signed_in(player).get("/practice").content.decode()


def test_turns_are_taken_back_also_after_the_end_and_counted(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    client, attempt = begun(player)
    play(client, attempt, "3.125")
    play(client, attempt, "4.123")
    assert step(client, attempt, "undo") == 302
    assert tokens(attempt) == ["3.125"]
    assert step(client, attempt, "resign") == 302
    attempt.refresh_from_db()
    assert (attempt.ending, attempt.result, attempt.counts["rounds"]) == ("resigned", "open", 1)
    shown = re.search(r'name="version" value="(\d+)"', client.get(f"/practice/{attempt.pk}").content.decode())
    assert shown is not None and client.post(f"/practice/{attempt.pk}/undo", {"version": shown[1]}).status_code == 302
    attempt.refresh_from_db()
    assert (attempt.ended_at, attempt.ending, tokens(attempt)) == (None, "", [])
    assert PracticeAttempt.objects.get(attempt=attempt).undone == 2
    assert play(client, attempt, "3.145") == 302


def test_a_page_that_is_out_of_date_plays_nothing(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    client, attempt = begun(player)
    old = version(client, attempt)
    play(client, attempt, "3.125")
    for address in ("", "/undo", "/resign"):
        sent = {"turn": "4.123", "version": old}
        assert client.post(f"/practice/{attempt.pk}{address}", sent).status_code == 409
    assert tokens(attempt) == ["3.125"]


def test_an_illegal_turn_is_refused_with_the_reason(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    client, attempt = begun(player)
    answer = client.post(f"/practice/{attempt.pk}", {"turn": "2.135", "version": version(client, attempt)})
    assert answer.status_code == 400
    assert "these three tiles are not neighbours" in answer.content.decode()
    assert tokens(attempt) == []


def test_a_new_deal_of_the_same_game_gives_up_the_one_before(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    practice_deal(number=8)
    _client, first = begun(player)
    _client, second = begun(player, 8)
    first.refresh_from_db()
    assert first.ending == "resigned" and second.ended_at is None


def test_what_one_practises_is_nobody_elses(player: Account, stranger: Account, club: Club) -> None:
    practice_deal(setup=OPEN_SETUP)
    _client, attempt = begun(player)
    assert Client().get(f"/practice/{attempt.pk}").status_code == 302  # to sign in
    for other in (signed_in(stranger), signed_in(player_in(club)), signed_in(administrator())):
        assert other.get(f"/practice/{attempt.pk}").status_code == 404
        assert other.post(f"/practice/{attempt.pk}", {"turn": "/", "version": 1}).status_code == 404
        assert other.post(f"/practice/{attempt.pk}/undo", {"version": 1}).status_code == 404
        assert other.post(f"/practice/{attempt.pk}/hint", {"version": 1}).status_code == 404
    assert tokens(attempt) == []


def test_practice_goes_with_a_person_who_is_merged(player: Account, club: Club) -> None:
    practice_deal(setup=OPEN_SETUP)
    client, attempt = begun(player)
    assert player.person is not None
    root = PersonFactory(name="Pia too", member_of=club)
    merge_persons(actor=administrator(), kept_id=root.pk, gone_id=player.person.pk)
    assert play(client, attempt, "3.125") == 302


def test_pages_differ_only_when_a_hidden_tile_is_turned(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    client, attempt = begun(player)
    play(client, attempt, "3.125")

    def page() -> bytes:
        return KEY.sub(b"", client.get(f"/practice/{attempt.pk}").content)

    before = page()
    Attempt.objects.filter(pk=attempt.pk).update(setup=swap_tiles(OPEN_SETUP, 1, 3))
    assert page() == before
    Attempt.objects.filter(pk=attempt.pk).update(setup=swap_tiles(OPEN_SETUP, 0, 3))
    assert page() != before


def test_nothing_of_a_deal_stands_in_the_journal(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    client, attempt = begun(player)
    play(client, attempt, "3.125")
    step(client, attempt, "hint")
    kept = " ".join(str(entry.data) for entry in JournalEntry.objects.all())
    assert OPEN_SETUP[:12] not in kept and "664462" not in kept


def test_a_hint_counts_and_leads_on(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    client, attempt = begun(player)
    step(client, attempt, "hint")
    run_due()
    page = client.get(f"/practice/{attempt.pk}").content.decode()
    assert "would play:" in page
    assert PracticeAttempt.objects.get(attempt=attempt).hints == 1


def finished(person: Person, deal: PracticeDeal, result: str, rounds: int, **helped: int) -> None:
    from common.journal.services import open_scope

    attempt = Attempt.objects.create(
        parent_scope=open_scope("practice:1", "server"), player=person, rules=deal.rules, setup=deal.setup,
        begun_at="2026-11-01T10:00Z", ended_at="2026-11-01T11:00Z", ending="rules", result=result,
        counts={"won": int(result == "won"), "gates": 5, "generals": 6, "rounds": rounds, "moves": 12},
    )  # fmt: skip
    PracticeAttempt.objects.create(attempt=attempt, deal=deal, **helped)


def test_statistics_compare_rounds_on_the_deals_that_both_won(player: Account) -> None:
    person = player.person
    assert person is not None
    finished(person, practice_deal(number=1, par=8), "won", 10)
    finished(person, practice_deal(number=2, par=9), "won", 9, undone=1)
    finished(person, practice_deal(number=3, par=9), "won", 7, hints=1)
    finished(person, practice_deal(number=4, par=None), "won", 30)
    finished(person, practice_deal(number=5, par=6), "lost", 20)
    (row,) = statistics_of(person)
    assert (row.name, row.played, row.won, row.alone, row.won_percent) == ("Guo Wu Guan", 5, 4, 2, 80)
    assert (row.compared, row.average, row.solver_average, row.faster, row.equal) == (3, "8.7", "8.7", 1, 1)
    page = signed_in(player).get("/practice/statistics").content.decode()
    assert "4 (80 %)" in page


def test_statistics_are_ones_own_and_ask_to_sign_in(player: Account) -> None:
    assert Client().get("/practice/statistics").status_code == 302
    assert "You have not finished a deal yet." in signed_in(player).get("/practice/statistics").content.decode()


def test_ones_own_data_holds_what_one_played_and_nothing_face_down(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    client, attempt = begun(player)
    play(client, attempt, "3.125")
    data: Any = own_data(player)
    assert [(row["number"], row["turns"]) for row in data["practice"]] == [(7, ["3.125"])]
    assert data["days"] == []
    assert OPEN_SETUP not in str(data)


def test_an_option_of_the_rules_is_stored_and_counted_by_itself(player: Account) -> None:
    assert player.person
    for options in ([], ["refill_empty_levels"]):
        attempt = begin_practice(player, player.person, "guowuguan-okuan", 7, options=options)
        assert (attempt.options, load_played(attempt).rules.options) == (options, frozenset(options))
        resign_attempt(attempt.pk, player)
    rows = [([str(each) for each in row.options], row.played) for row in statistics_of(player.person)]
    literal = "An empty level is refilled like the others; the game is won when all levels are empty together."
    assert rows == [([], 1), ([literal], 1)]
    page = signed_in(player).get("/practice/statistics").content.decode()
    assert page.count("O-Kuan") == 2 and page.count(literal) == 1
