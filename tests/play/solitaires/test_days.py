"""The deal of the day: drawn ahead, the same for all, one attempt, secret until midnight, open to all afterwards."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from games.models import Attempt, AttemptTurn
from gipf_engine.rules.deals import check_draw
from play.models import DayAttempt, DayDeal
from play.solitaires.queries.days import day_page, published_draw
from play.solitaires.queries.streaks import Streak, count_streak, streak_of
from play.solitaires.services import days
from play.solitaires.services.days import CLOSE, DRAW, close_day, draw_day, end_of, look_at_days
from players.models import Account, Club
from testing.clients import signed_in
from testing.factories import player_in
from testing.play.factories import OPEN_SETUP, day_deal, swap_tiles

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
KEY = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')
DAY = date(2026, 11, 22)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time of day, noon of `DAY`: what is put in the list is the time from then on."""
    now = [datetime(2026, 11, 22, 12, tzinfo=ZoneInfo("UTC"))]
    monkeypatch.setattr(timezone, "now", lambda: now[-1])
    return now


@pytest.fixture
def player(club: Club) -> Account:
    return player_in(club, name="Pia")


def play(client: Client, *tokens: str) -> None:
    for token in tokens:
        found = re.search(r'name="version" value="(\d+)"', client.get("/day").content.decode())
        assert found is not None
        assert client.post("/day", {"turn": token, "version": found[1]}).status_code == 302


def resign(client: Client) -> None:
    found = re.search(r'name="version" value="(\d+)"', client.get("/day").content.decode())
    assert found is not None
    assert client.post("/day/resign", {"version": found[1]}).status_code == 302


def test_workers_draw_the_days_to_come_once_each(clock: list[datetime]) -> None:
    look_at_days()
    look_at_days()
    asked = sorted(Job.objects.filter(kind=DRAW).values_list("subject", "version"))
    assert asked == [(f"day:2026-11-{day}", 1) for day in (22, 23, 24, 25)]
    assert [job.subject for job in Job.objects.filter(due_at__lte=clock[-1])] == ["day:2026-11-22"], "others can wait"


@pytest.mark.slow
def test_a_day_is_drawn_as_its_hash_says_and_anybody_can_check_it(clock: list[datetime]) -> None:
    draw_day(DAY)
    draw_day(DAY)
    made = DayDeal.objects.get()
    text = f"guowuguan-setup-1:guowuguan-beam-1:3000000:guowuguan-gwg:{made.seed}"
    assert made.commitment == sha256(text.encode()).hexdigest()
    (job,) = Job.objects.filter(kind=CLOSE)
    assert job.due_at == datetime(2026, 11, 23, tzinfo=ZoneInfo("UTC"))
    assert published_draw(made) is None
    clock.append(end_of(DAY))
    document = published_draw(made)
    assert document is not None and check_draw(document) == []
    assert Client().get("/days/2026-11-22/draw.json").json() == document


def test_the_day_begins_and_ends_in_the_servers_time_zone(settings: LazySettings) -> None:
    settings.TIME_ZONE = "Asia/Tokyo"
    timezone.get_default_timezone.cache_clear()
    try:
        assert end_of(DAY) == datetime(2026, 11, 22, 15, tzinfo=ZoneInfo("UTC"))
    finally:
        settings.TIME_ZONE = "UTC"
        timezone.get_default_timezone.cache_clear()


def test_there_is_one_attempt_without_taking_back(player: Account, clock: list[datetime]) -> None:
    day_deal(DAY)
    client = signed_in(player)
    assert client.post("/day/begin").status_code == 302
    play(client, "3.125")
    attempt = Attempt.objects.get()
    assert attempt.deadline == end_of(DAY)
    for action in ("undo", "hint"):
        assert client.post(f"/practice/{attempt.pk}/{action}", {"version": 9}).status_code == 404
    assert "Take back" not in client.get("/day").content.decode()
    resign(client)
    assert client.post("/day/begin").status_code == 400
    assert Attempt.objects.count() == 1
    assert "Result: given up" in client.get("/day").content.decode()


def test_what_is_secret_is_on_no_page_until_midnight(player: Account, clock: list[datetime]) -> None:
    made = day_deal(DAY)
    client = signed_in(player)
    client.post("/day/begin")
    play(client, "3.125")
    attempt = Attempt.objects.get()
    hidden = [
        "/days/2026-11-22/draw.json",
        f"/days/2026-11-22/lines/{attempt.pk}",
        "/days/2026-11-23",
    ]
    assert [client.get(address).status_code for address in hidden] == [404, 404, 404]
    before = KEY.sub(b"", client.get("/day").content)
    assert made.seed.encode() not in before and OPEN_SETUP.encode() not in before
    Attempt.objects.update(setup=swap_tiles(OPEN_SETUP, 1, 3))
    DayDeal.objects.update(setup=swap_tiles(OPEN_SETUP, 1, 3))
    assert KEY.sub(b"", client.get("/day").content) == before
    Attempt.objects.update(setup=swap_tiles(OPEN_SETUP, 0, 3))
    assert KEY.sub(b"", client.get("/day").content) != before


def test_no_turn_is_played_after_midnight_and_all_lines_are_open(
    player: Account, club: Club, clock: list[datetime]
) -> None:
    made = day_deal(DAY)
    client = signed_in(player)
    client.post("/day/begin")
    play(client, "3.125")
    clock.append(end_of(DAY) + timedelta(minutes=1))
    attempt = Attempt.objects.get()
    assert client.post("/day", {"turn": "4.123", "version": 9}).status_code == 404  # it is another day
    assert list(AttemptTurn.objects.values_list("token", flat=True)) == ["3.125"]
    line = Client().get(f"/days/2026-11-22/lines/{attempt.pk}?ply=1").content.decode()
    assert "Played: 55 梅, 54 雜九, 64 紅頭: full fourteen." in line
    close_day(made.pk)
    attempt.refresh_from_db()
    assert (attempt.ending, attempt.result, attempt.ended_at) == ("time", "open", end_of(DAY))
    assert attempt.published
    past = Client().get("/days/2026-11-22").content.decode()
    assert made.seed in past and "Pia" in past and f"/days/2026-11-22/lines/{attempt.pk}" in past


def test_a_day_is_closed_by_its_job_alone_when_it_is_over(player: Account, clock: list[datetime]) -> None:
    made = day_deal(DAY)
    signed_in(player).post("/day/begin")
    close_day(made.pk)
    assert Attempt.objects.get().ended_at is None
    clock.append(end_of(DAY) + timedelta(hours=9))  # the worker slept
    run_due()
    assert Attempt.objects.get().ended_at == end_of(DAY)


def test_the_best_come_first_and_equals_share_a_rank(club: Club, clock: list[datetime]) -> None:
    made = day_deal(DAY)
    for name, won, gates, rounds in (("Ada", 0, 3, 9), ("Bo", 1, 5, 12), ("Cy", 1, 5, 8), ("Di", 0, 3, 9)):
        account = player_in(club, name=name)
        signed_in(account).post("/day/begin")
        counts = {"won": won, "gates": gates, "generals": 4, "rounds": rounds, "moves": 20}
        Attempt.objects.filter(player=account.person).update(
            ended_at=clock[-1], ending="rules", result="won" if won else "lost", counts=counts
        )
    page = day_page(made, None)
    assert [(row.rank, row.person.name) for row in page.rows] == [(1, "Cy"), (2, "Bo"), (3, "Ada"), (3, "Di")]
    assert page.heads[0] == "gates passed" and page.rows[0].counts == [5, 4, 8, 20]


def test_visitors_see_the_table_and_are_asked_to_sign_in(clock: list[datetime]) -> None:
    assert "is not drawn yet" in Client().get("/day").content.decode()
    day_deal(DAY)
    page = Client().get("/day").content.decode()
    assert "Sign in to play" in page and "No player has finished this deal yet." in page
    assert Client().post("/day/begin").status_code == 302
    assert DayAttempt.objects.count() == 0
    assert days.today() == DAY


def test_days_are_listed_newest_first_without_those_to_come(clock: list[datetime]) -> None:
    for day in (20, 22, 23):
        day_deal(date(2026, 11, day))
    listed = re.findall(r"/days/(2026-11-\d\d)", Client().get("/days").content.decode())
    assert listed == ["2026-11-22", "2026-11-20"]


def test_a_streak_lasts_over_a_day_that_is_not_won_yet_and_over_one_without_a_deal() -> None:
    """Deals on the 16th to the 18th, the 20th to the 22nd."""
    days = [date(2026, 11, day) for day in (16, 17, 18, 20, 21, 22)]

    def streak(*won: int) -> tuple[int, int]:
        counted = count_streak(days, [date(2026, 11, day) for day in won], DAY)
        return counted.days, counted.longest

    assert streak(20, 21, 22) == (3, 3)
    assert streak(18, 20, 21) == (3, 3)  # today's can still be won, and none was dealt on the 19th
    assert streak(16, 17, 18, 20) == (0, 4)  # yesterday's was not won
    assert streak(16, 17, 22) == (1, 2)
    assert streak() == (0, 0)


def test_the_streak_of_who_was_entered_twice_is_that_of_both_and_stands_on_the_pages(
    player: Account, club: Club, clock: list[datetime]
) -> None:
    other = player_in(club, name="Pia P.")
    for day, account, result in ((20, other, "won"), (21, player, "won"), (22, player, "lost")):
        clock.append(datetime(2026, 11, day, 12, tzinfo=ZoneInfo("UTC")))
        day_deal(date(2026, 11, day))
        signed_in(account).post("/day/begin")
        counts = {"won": int(result == "won"), "gates": 5, "generals": 4, "rounds": 9, "moves": 20}
        attempts = Attempt.objects.filter(player=account.person, ended_at=None)
        attempts.update(ended_at=clock[-1], ending="rules", result=result, counts=counts)
    assert player.person is not None and other.person is not None
    assert streak_of(player.person, date(2026, 11, 21)) == Streak(1, 1)
    other.person.merged_into = player.person
    other.person.save()
    assert streak_of(player.person, date(2026, 11, 21)) == Streak(2, 2)
    DayAttempt.objects.filter(day__day=DAY).update(day=day_deal(date(2026, 11, 23)))  # nothing was played on the 22nd
    clock.append(datetime(2026, 11, 22, 13, tzinfo=ZoneInfo("UTC")))
    for address in ("/day", "/practice"):
        page = signed_in(player).get(address).content.decode()
        assert "<strong>2 days in a row</strong>" in page
    assert "in a row" not in Client().get("/day").content.decode()


def test_digits_to_check_a_deal_by_are_folded_away(clock: list[datetime]) -> None:
    made = day_deal(DAY)
    for address in ("/day", "/practice"):
        page = Client().get(address).content.decode()
        folded = re.sub(r'<details class="prove">.*?</details>', "", page, flags=re.DOTALL)
        assert "Prove this deal" in page
        assert made.commitment not in folded and "hexadecimal" not in folded
    assert made.commitment in Client().get("/day").content.decode()


def test_the_deal_of_the_day_comes_first_on_the_page_of_solitaires(player: Account, clock: list[datetime]) -> None:
    assert "is not drawn yet" in Client().get("/practice").content.decode()
    day_deal(DAY)
    client = signed_in(player)
    page = client.get("/practice").content.decode()
    assert page.index("/day/begin") < page.index('name="rules"') < page.index("No player has finished this deal yet.")
    client.post("/day/begin")
    assert 'href="/day">Continue</a>' in client.get("/practice").content.decode()
    resign(client)
    page = client.get("/practice").content.decode()
    assert 'href="/day">See the results</a>' in page and "given up" in page
