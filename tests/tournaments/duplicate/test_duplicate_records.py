"""Attempts that were played over the board and handed in as records, by their players or by an arbiter."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Attempt, AttemptTurn
from players.models import Account, Club
from players.roles import Role
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.factories import holder_of
from testing.tournaments.duplicate_factories import account_for, attempt, give_up, playing, winning_line
from testing.tournaments.factories import fresh
from testing.tournaments.round_trips import exported, taken_in
from tournaments.duplicate.services import close_deals
from tournaments.events.services import lifecycle
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.core]
OWN: dict[str, Any] = {"deals": 1, "solver_limit": 50_000, "own_records": True}


def hand_in(account: Account, mine: Attempt, record: str) -> tuple[int, str]:
    answer = signed_in(account).post(f"/attempts/{mine.pk}/record", {"text": record})
    mine.refresh_from_db()
    return answer.status_code, answer.content.decode()


def turns(mine: Attempt) -> list[str]:
    return list(AttemptTurn.objects.filter(attempt=mine).order_by("ply").values_list("token", flat=True))


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Three players on a deal whose lines they may hand in themselves."""
    return playing(club, organiser, solved=True, format_options=OWN)


def test_a_player_hands_in_the_own_attempt(event: Event) -> None:
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    line = winning_line(mine)
    assert "Hand in a record" in signed_in(ada).get(f"/attempts/{mine.pk}").content.decode()
    assert hand_in(ada, mine, " ".join(line))[0] == 302
    assert (mine.result, mine.ending, mine.handed_in_by, mine.fault) == ("won", "rules", ada.pk, "")
    assert turns(mine) == line
    assert hand_in(ada, mine, " ".join(line))[0] == 400, "once"


def test_turns_count_up_to_the_first_that_the_deal_does_not_allow(event: Event) -> None:
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    line = winning_line(mine)
    assert hand_in(ada, mine, " ".join([*line[:3], "1xG", *line[3:]]))[0] == 302
    assert (mine.result, mine.ending, mine.fault) == ("open", "record", "1xG")
    assert turns(mine) == line[:3]
    page = signed_in(ada).get(f"/attempts/{mine.pk}").content.decode()
    assert "Turn 4, 1xG: several generals are left" in page
    assert mine.setup not in page
    assert hand_in(ada, mine, " ".join(line))[0] == 400, "there is no second try"
    assert turns(mine) == line[:3]


@pytest.mark.parametrize("behind", ["nonsense", "3.1.4", "{", "1.999"])
def test_what_is_no_turn_is_refused_before_anything_is_played(event: Event, behind: str) -> None:
    """Else a word of nonsense behind a line would tell whether the deal allows the line."""
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    fits = hand_in(ada, mine, " ".join([*winning_line(mine)[:3], behind]))
    does_not_fit = hand_in(ada, mine, " ".join(["1xG", "/", "/", behind]))
    assert fits[0] == does_not_fit[0] == 400
    assert mine.begun_at is None and not turns(mine)
    said = [page.split('id="id_text_error"', 1)[1].split("</", 1)[0] for _status, page in (fits, does_not_fit)]
    assert said[0] == said[1] != ""


@pytest.mark.parametrize("tag", ['[Setup "{other}"]', '[Result "lost"]', '[Termination "arbiter"]'])
def test_tags_of_a_players_record_tell_nothing_of_the_deal(event: Event, tag: str) -> None:
    """A guess at what lies face down, or at how a line ends, is neither confirmed nor refused."""
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    assert hand_in(ada, mine, f"{tag.format(other='11' * 32)}\n\n{' '.join(winning_line(mine))}")[0] == 302
    assert (mine.result, mine.ending) == ("won", "rules")


def test_an_arbiter_corrects_what_a_player_handed_in(event: Event, club: Club) -> None:
    mine, ada, arbiter = attempt(event, "Ada"), account_for("Ada"), holder_of(Role.ARBITER, club.scope)
    line = winning_line(mine)
    hand_in(ada, mine, " ".join([*line[:3], "1xG"]))
    shown = signed_in(arbiter).get(f"/attempts/{mine.pk}/record").content.decode()
    assert f"{' '.join([*line[:3], '1xG'])}</textarea>" in shown
    assert hand_in(arbiter, mine, " ".join([*line[:3], "1xG"]))[0] == 400, "an arbiter is told, and nothing is changed"
    assert turns(mine) == line[:3]
    assert hand_in(arbiter, mine, " ".join(line))[0] == 302
    assert (mine.result, mine.ending, mine.fault, mine.handed_in_by) == ("won", "rules", "", arbiter.pk)
    assert turns(mine) == line
    assert hand_in(arbiter, mine, "/")[0] == 400, "what fits is not corrected"


def test_nobody_corrects_the_own_record_or_while_he_plays_the_deal(event: Event, club: Club) -> None:
    mine, ada, arbiter = attempt(event, "Ada"), account_for("Ada"), holder_of(Role.ARBITER, club.scope)
    hand_in(ada, mine, "1xG")
    Account.objects.filter(pk=account_for("Ben").pk).update(person=None)
    for name in ("Ada", "Ben"):
        Account.objects.filter(person__name=name).update(person=None)
        arbiter.person = attempt(event, name).player
        arbiter.save()
        status, page = hand_in(arbiter, mine, "/")
        assert (status, mine.ending) == (400, "record")
        assert "1xG</textarea>" not in page


def test_a_correction_moves_the_standings_until_the_event_is_closed(
    event: Event, club: Club, organiser: Account
) -> None:
    mine, ada, arbiter = attempt(event, "Ada"), account_for("Ada"), holder_of(Role.ARBITER, club.scope)
    line = winning_line(mine)
    hand_in(ada, mine, " ".join([*line[:3], "1xG"]))
    for name in ("Ben", "Cleo"):
        give_up(attempt(event, name), ["/"])
    mine.refresh_from_db()
    assert mine.published
    assert "1xG" in signed_in(arbiter).get(f"/attempts/{mine.pk}").content.decode()
    assert hand_in(arbiter, mine, " ".join(line))[0] == 302
    Attempt.objects.filter(pk=mine.pk).update(ending="record", fault="1xG", result="open")
    lifecycle.close_event(event.pk, organiser)
    assert hand_in(arbiter, mine, "/")[0] in (400, 409)
    assert turns(mine) == line


def test_players_hand_in_nothing_where_the_event_does_not_let_them(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    assert "Hand in a record" not in signed_in(ada).get(f"/attempts/{mine.pk}").content.decode()
    assert signed_in(ada).get(f"/attempts/{mine.pk}/record").status_code == 403
    assert hand_in(ada, mine, "/")[0] == 403
    assert Caller(ada).post(f"/attempts/{mine.pk}/record", {"text": "/"}).status_code == 403


def test_a_program_hands_in_too(event: Event) -> None:
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    line = winning_line(mine)
    assert Caller(account_for("Ben")).post(f"/attempts/{mine.pk}/record", {"text": "/"}).status_code == 403
    answer = Caller(ada).post(f"/attempts/{mine.pk}/record", {"text": " ".join([*line[:2], "1xG"])})
    assert answer.status_code == 201
    told = answer.json()
    assert (told["ending"], told["fault"], told["turns"], told["setup"]) == ("record", "1xG", line[:2], None)
    assert Caller(account_for("Ben")).get(f"/attempts/{mine.pk}").json()["fault"] is None


def test_a_record_that_did_not_fit_leaves_and_comes_back_with_the_event(
    event: Event, club: Club, organiser: Account
) -> None:
    mine = attempt(event, "Ada")
    hand_in(account_for("Ada"), mine, " ".join([*winning_line(mine)[:3], "1xG"]))
    close_deals(event.pk, organiser, 1)
    first = exported(fresh(event), "json")
    again = taken_in(first, club, organiser)
    assert exported(again, "json") == first
    assert attempt(again, "Ada").fault == "1xG"
