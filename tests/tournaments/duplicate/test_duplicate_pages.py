"""The pages of a duplicate event: a deal is played on them, and compared when all players have finished."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from games.models import Attempt, AttemptTurn
from gipf_engine.commands.runner import main
from players.models import Account, Club
from testing.tournaments.duplicate_factories import (
    account_for,
    attempt,
    give_up,
    play_line,
    playing,
    started,
    winning_line,
)
from testing.tournaments.factories import fresh
from tournaments.models import Deal, Event


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(account_for(name))
    return client


def version_on(page: str) -> int:
    """The version that the form of turns carries."""
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found is not None, page
    return int(found[1])


def finish(event: Event, *names: str) -> None:
    for name in names:
        for place in (1, 2):
            give_up(attempt(event, name, place))


def test_a_deal_is_played_by_forms_alone(club: Club, organiser: Account) -> None:
    event = playing(club, organiser, solved=True)
    mine, ada = attempt(event, "Ada"), client_of("Ada")
    page = f"/attempts/{mine.pk}"
    assert "Start" in ada.get(page).content.decode()
    ada.post(f"{page}/begin")
    line = winning_line(mine)
    while (played := AttemptTurn.objects.filter(attempt=mine).count()) < len(line):
        shown = ada.get(page).content.decode()
        assert f">{' '.join(line[:played])}</code>" in shown
        ada.post(page, {"turn": line[played], "version": version_on(shown)})
    mine.refresh_from_db()
    assert (mine.result, mine.ending) == ("won", "rules")
    assert "Won." in ada.get(page).content.decode()


def test_a_refused_turn_is_said_over_the_board(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    mine, ada = attempt(event, "Ada"), client_of("Ada")
    ada.post(f"/attempts/{mine.pk}/begin")
    answer = ada.post(f"/attempts/{mine.pk}", {"turn": "9.123"})
    assert answer.status_code == 400
    assert "there is no level 9" in answer.content.decode()


def test_a_second_tab_is_shown_what_is_true_now(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    mine, ada = attempt(event, "Ada"), client_of("Ada")
    ada.post(f"/attempts/{mine.pk}/begin")
    version = version_on(ada.get(f"/attempts/{mine.pk}").content.decode())
    ada.post(f"/attempts/{mine.pk}", {"turn": "/", "version": version})
    late = ada.post(f"/attempts/{mine.pk}", {"turn": "/", "version": version})
    assert late.status_code == 409
    assert version_on(late.content.decode()) != version
    line = " ".join(AttemptTurn.objects.filter(attempt=mine).order_by("ply").values_list("token", flat=True))
    assert f">{line}</code>" in late.content.decode()


def test_nobody_else_plays_begins_or_resigns_it(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    mine = attempt(event, "Ada")
    boss = Client()
    boss.force_login(organiser)
    for other in (client_of("Ben"), boss):
        for address in ("", "/begin", "/resign"):
            assert other.post(f"/attempts/{mine.pk}{address}", {"turn": "/"}).status_code == 403
    mine.refresh_from_db()
    assert mine.begun_at is None


def test_every_line_is_compared_when_everybody_has_finished(club: Club, organiser: Account) -> None:
    event = playing(club, organiser, solved=True)
    lines = {place: winning_line(attempt(event, "Ada", place)) for place in (1, 2)}
    for place, line in lines.items():
        play_line(attempt(event, "Ada", place), line)
    deals = f"/events/{event.pk}/pairings/1/deals"
    assert "when all players have finished" in Client().get(deals).content.decode()
    assert Client().get(f"{deals}.json").status_code == 404
    finish(event, "Ben", "Cleo")
    page = Client().get(deals).content.decode()
    for place, line in lines.items():
        assert " ".join(line) in page
        assert attempt(event, "Ada", place).setup in page
    round_page = Client().get(f"/events/{event.pk}/pairings/1").content.decode()
    assert Deal.objects.get(event=event).seed in round_page
    assert "Compare all lines" in round_page


def test_the_published_draw_is_what_checkdraw_checks(
    club: Club, organiser: Account, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = playing(club, organiser, solved=True)
    before = Client().get(f"/events/{event.pk}/pairings/1").content.decode()
    commitment = Deal.objects.get(event=event).commitment
    assert commitment in before
    finish(event, "Ada", "Ben", "Cleo")
    file = tmp_path / "draw.json"
    file.write_bytes(Client().get(f"/events/{event.pk}/pairings/1/deals.json").content)
    assert main(["checkdraw", str(file), "--commitment", commitment, "--count", "2"]) == 0
    changed = json.loads(file.read_text())
    changed["deals"][0]["par"] += 1
    file.write_text(json.dumps(changed))
    assert main(["checkdraw", str(file)]) == 1
    capsys.readouterr()


def test_the_arbiter_closes_the_deals(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    boss = Client()
    boss.force_login(organiser)
    address = f"/events/{event.pk}/pairings/1/deals/close"
    assert address in boss.get(f"/events/{event.pk}/desk").content.decode()
    assert client_of("Ada").post(address).status_code == 403
    boss.post(address, {"reason": "It is late."})
    assert set(Attempt.objects.values_list("ending", "published")) == {("unplayed", True)}
    assert "not played" in Client().get(f"/events/{event.pk}/pairings/1/deals").content.decode()


def test_an_arbiter_hands_in_what_was_played_over_the_board(club: Club, organiser: Account) -> None:
    event = playing(club, organiser, solved=True)
    mine = attempt(event, "Ada")
    boss = Client()
    boss.force_login(organiser)
    page = f"/attempts/{mine.pk}/record"
    line = winning_line(mine)
    wrong = boss.post(page, {"text": " ".join([*line[:2], "1xG"])})
    assert wrong.status_code == 400
    told = wrong.content.decode()
    assert "Turn 3, 1xG: " in told and "several generals are left" in told
    assert mine.setup not in told
    assert client_of("Ada").post(page, {"text": "/"}).status_code == 403
    assert boss.post(page, {"text": " ".join(line)}).status_code == 302
    mine.refresh_from_db()
    assert (mine.result, mine.ending, mine.handed_in_by) == ("won", "rules", organiser.pk)
    assert list(mine.turns.values_list("token", flat=True)) == line


def test_who_plays_the_deal_hands_in_nobodys_line_before_the_own_is_over(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    organiser.person = account_for("Ben").person
    Account.objects.filter(person=organiser.person).exclude(pk=organiser.pk).update(person=None)
    organiser.save()
    boss = Client()
    boss.force_login(organiser)
    answer = boss.post(f"/attempts/{attempt(event, 'Ada').pk}/record", {"text": "/ / /"})
    assert "You have not finished this deal yourself" in answer.content.decode()
    assert not AttemptTurn.objects.exists()


def test_a_round_that_nobody_began_is_not_called_complete_anywhere(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    boss = Client()
    boss.force_login(organiser)
    card, home, desk = f"/clubs/{club.slug}", "/", f"/events/{event.pk}/desk"
    assert "Round 1: 6 deals open" in boss.get(card).content.decode()
    assert "Round 1: 6 of 6 results missing" in boss.get(home).content.decode()
    page = boss.get(desk).content.decode()
    assert "3 results are missing" in page and 'data-elsewhere="3"' in page, "one for each player"
    finish(event, "Ada")
    assert "Round 1: 4 deals open" in boss.get(card).content.decode()
    assert "Round 1: 4 of 6 results missing" in boss.get(home).content.decode()
    assert 'data-elsewhere="2"' in boss.get(desk).content.decode()
    finish(event, "Ben", "Cleo")
    assert "Round 1: all results are in" in boss.get(card).content.decode()
    assert "Round 1: all results are in" in boss.get(home).content.decode()


def test_the_desk_says_that_deals_are_drawn(club: Club, organiser: Account) -> None:
    event = started(club, organiser)
    boss = Client()
    boss.force_login(organiser)
    assert "0 of 2 ready" in boss.get(f"/events/{event.pk}/desk").content.decode()
    assert fresh(event).rounds.count() == 0
