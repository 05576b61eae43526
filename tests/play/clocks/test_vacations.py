"""Vacations and weekends in games by correspondence: deadlines move at once, and nobody's beyond the bound."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from gipf_engine.messages import Refused
from play.clocks.services import vacations as vacations_service
from play.clocks.services.days_off import set_time_zone
from play.clocks.services.vacations import book_vacation, cancel_vacation
from play.core.playing import load_game, to_ms
from play.games.services.games import play_turn
from play.models import OnlineGame, PlayerSettings, Vacation
from players.erasure.services import erase_person
from players.models import Account, Person
from players.people.services.merging import merge_persons
from testing.api.caller import Caller
from testing.factories import AccountFactory, PersonFactory, administrator
from testing.play.online import begin, let_time_pass, play

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
ONE_DAY = timedelta(days=1)
BY_MAIL = "3days+10"


def deadline(game: int) -> datetime:
    found = OnlineGame.objects.get(pk=game).deadline
    assert found is not None
    return found


def days_ahead(number: int, zone: str = "UTC") -> date:
    return timezone.localdate(timezone=ZoneInfo(zone)) + number * ONE_DAY


def begin_of_a_year() -> date:
    """A day ahead on which at least ten weeks of its year are left."""
    tomorrow = days_ahead(1)
    return tomorrow if tomorrow.month < 10 else date(tomorrow.year + 1, 1, 1)


def test_the_deadlines_of_all_arranged_games_move_at_once(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    games = [begin(white, black, control=BY_MAIL) for _game in range(2)]
    fast = begin(white, black, control="300+3")
    before = {game: deadline(game) for game in (*games, fast)}
    book_vacation(white, days_ahead(2), days_ahead(4))
    assert [deadline(game) - before[game] for game in games] == [3 * ONE_DAY] * 2
    assert deadline(fast) == before[fast]


def test_the_time_of_the_opponent_runs_on(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control=BY_MAIL)
    before = deadline(game)
    book_vacation(black, days_ahead(0), days_ahead(9))
    assert deadline(game) == before
    play(game, (white, "g2"))
    today = datetime.combine(days_ahead(10), datetime.min.time(), UTC)
    assert deadline(game) == today + 13 * ONE_DAY


def test_a_game_that_begins_later_knows_the_vacation(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    plain = begin(white, black, control=BY_MAIL)
    set_time_zone(white, "Asia/Tokyo")
    book_vacation(white, days_ahead(3, "Asia/Tokyo"), days_ahead(3, "Asia/Tokyo"))
    later = begin(white, black, control=BY_MAIL)
    stretch = load_game(later).clock.sides[0].calendar.vacations
    midnight = datetime.combine(days_ahead(3, "Asia/Tokyo"), datetime.min.time(), ZoneInfo("Asia/Tokyo"))
    assert stretch == ((to_ms(midnight), to_ms(midnight + ONE_DAY)),)
    assert load_game(plain).clock.sides[0].calendar.vacations == stretch


def test_what_is_cancelled_is_given_back_and_a_day_that_has_begun_is_not(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control=BY_MAIL)
    before = deadline(game)
    cancel_vacation(white, book_vacation(white, days_ahead(1), days_ahead(2)).pk)
    assert deadline(game) == before
    assert not Vacation.objects.exists()
    begun = book_vacation(white, days_ahead(0), days_ahead(5))
    cancel_vacation(white, begun.pk)
    begun.refresh_from_db()
    assert (begun.first, begun.last) == (days_ahead(0), days_ahead(0))


def test_nobody_has_more_days_than_a_year_has(accounts: tuple[Account, Account]) -> None:
    white, _black = accounts
    first = begin_of_a_year()
    book_vacation(white, first, first + 24 * ONE_DAY)
    with pytest.raises(Refused, match="5 days of vacation left"):
        book_vacation(white, first + 60 * ONE_DAY, first + 65 * ONE_DAY)


def test_a_flag_that_has_fallen_is_not_saved_by_a_vacation(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control=BY_MAIL)
    play(game, (white, "g2"), (black, "b3"))
    let_time_pass(game, 14 * 86_400_000)
    book_vacation(white, days_ahead(0), days_ahead(3))
    over = load_game(game)
    assert (over.game.result, over.online.ending) == ("0-1", "time")


def test_a_game_that_begins_while_a_vacation_is_booked_gets_it(
    accounts: tuple[Account, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It begins between the first look and the lock."""
    white, black = accounts
    made: list[int] = []
    real = vacations_service._running

    def running(person: Person) -> set[int]:
        found = real(person)
        if not made:
            made.append(begin(white, black, control=BY_MAIL))
        return found

    monkeypatch.setattr(vacations_service, "_running", running)
    book_vacation(white, days_ahead(1), days_ahead(2))
    assert len(load_game(made[0]).clock.sides[0].calendar.vacations) == 1


def test_a_turn_that_was_seen_before_the_vacation_still_fits(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control=BY_MAIL)
    seen = load_game(game).version
    book_vacation(black, days_ahead(0), days_ahead(1))
    assert play_turn(game, white, "g2", expect=seen).plies == 1


def test_weekends_do_not_count_where_that_was_agreed(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    set_time_zone(white, "America/New_York")
    calendars = [side.calendar for side in load_game(begin(white, black, control="3days+10w")).clock.sides]
    assert [(sorted(each.weekdays), each.zone) for each in calendars] == [([5, 6], "America/New_York"), ([5, 6], "UTC")]
    assert load_game(begin(white, black, control=BY_MAIL)).clock.sides[0].calendar.weekdays == frozenset()


def test_who_moves_to_another_time_zone_gains_nothing_in_a_running_game(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control="3days+10w")
    before = deadline(game)
    set_time_zone(white, "Pacific/Pago_Pago")
    book_vacation(white, days_ahead(100), days_ahead(100))
    assert load_game(game).clock.sides[0].calendar.zone == "UTC"
    assert deadline(game) == before


def test_the_board_tells_both_of_a_vacation(client: Client, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control=BY_MAIL)
    book_vacation(white, days_ahead(0), days_ahead(1))
    client.force_login(black)
    page = client.get(f"/play/{game}").content.decode()
    assert "Vacation of <bdi>Wanda</bdi>" in page
    assert "no clock runs before" in page
    assert "data-runs" not in page
    assert Caller(black).get(f"/play/games/{game}").json()["clock"]["running"] is None


def test_the_page_books_and_keeps_what_was_typed(client: Client, accounts: tuple[Account, Account]) -> None:
    white, _black = accounts
    client.force_login(white)
    first, last = days_ahead(7), days_ahead(9)
    assert client.post("/play/vacations", {"first": first, "last": last}).status_code == 302
    again = client.post("/play/vacations", {"first": last, "last": first})
    assert again.status_code == 400
    assert f'value="{last}"' in again.content.decode()
    assert "The last day is before the first." in again.content.decode()
    client.post("/play/settings", {"time_zone": "Asia/Tehran"})
    assert PlayerSettings.objects.get(account=white).time_zone == "Asia/Tehran"
    vacation = Vacation.objects.get()
    client.post(f"/play/vacations/{vacation.pk}/cancel")
    assert not Vacation.objects.exists()


def test_nobody_cancels_the_vacation_of_somebody_else(client: Client, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    booked = book_vacation(white, days_ahead(7), days_ahead(9))
    client.force_login(black)
    assert client.post(f"/play/vacations/{booked.pk}/cancel").status_code == 404
    assert Vacation.objects.filter(pk=booked.pk).exists()


def test_merged_records_have_one_budget() -> None:
    account, twin = AccountFactory(person=PersonFactory()), PersonFactory()
    first = begin_of_a_year()
    book_vacation(account, first, first + 9 * ONE_DAY)
    assert account.person_id is not None
    merge_persons(actor=administrator(), kept_id=twin.pk, gone_id=account.person_id)
    with pytest.raises(Refused, match="20 days of vacation left"):
        book_vacation(Account.objects.get(pk=account.pk), first + 30 * ONE_DAY, first + 50 * ONE_DAY)


def test_erasing_forgets_vacations_and_settings(accounts: tuple[Account, Account]) -> None:
    white, _black = accounts
    set_time_zone(white, "Asia/Tehran")
    book_vacation(white, days_ahead(7), days_ahead(9))
    assert white.person_id is not None
    erase_person(actor=white, person_id=white.person_id)
    assert not Vacation.objects.exists() and not PlayerSettings.objects.exists()
