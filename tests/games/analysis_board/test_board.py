"""The analysis board: positions in addresses, looks by workers, what is said of a position, studies of a line."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from common.jobs.models import Job
from common.journal import services as journal
from games.analysis.services import KEPT, STEPS, forget_analyses
from games.core.analysis_address import analysis_address
from games.core.replay import Start
from games.models import AskedPosition, PositionAnalysis, Study
from players.core import limits
from players.models import Account
from testing.factories import AccountFactory, PersonFactory

pytestmark = [pytest.mark.django_db, pytest.mark.core]

BASIC = "/analysis/gipf-basic"
START = "b2w/5/6/w5b/6/5/b2w w 12-12 0-0 ss"
AFTER_G2 = "b2w/5/6/w5b/6/w4/b2w b 11-12 0-0 ss"
WON = "1b1b/2b1b/2b2w/3b1ww/1b3w/1b1b1/1w1b w 9-1 4-1 ss"
"""White wins by h6-h4, e9-e6, b2."""


@pytest.fixture(autouse=True)
def server() -> None:
    journal.open_scope(journal.SERVER)


@pytest.fixture
def player() -> Account:
    return AccountFactory(person=PersonFactory(name="Lea Linie"))


def work(queues: str = "turns,analysis") -> None:
    call_command("work", "--once", "--queues", queues)


def read(client: Client, address: str) -> str:
    return client.get(address, follow=True).content.decode()


def of_position(text: str, name: str = "analysis-board") -> str:
    return analysis_address(Start("gipf-basic", text=text), name=name)


# --- turns and places ------------------------------------------------------------------------------------


def test_a_turn_leads_to_the_address_of_the_longer_line(client: Client) -> None:
    answer = client.post(BASIC, {"turns": "g2", "version": "0"})
    assert answer.headers["Location"] == f"{BASIC}?turns=g2#board"
    page = read(client, f"{BASIC}?turns=g2")
    assert AFTER_G2 in page
    assert "1 / 1" in page
    assert f'rel="prev" href="{BASIC}?turns=g2&amp;ply=0"' in page


def test_back_in_the_line_the_same_turn_keeps_it_and_another_one_cuts_it(client: Client) -> None:
    line = f"{BASIC}?turns=g2+b1-b3+c2&ply=1"
    same = client.post(line, {"turns": "b1-b3", "version": "1"}).headers["Location"]
    other = client.post(line, {"turns": "b6-b4", "version": "1"}).headers["Location"]
    assert parse_qs(urlsplit(same).query) == {"turns": ["g2 b1-b3 c2"], "ply": ["2"]}
    assert parse_qs(urlsplit(other).query) == {"turns": ["g2 b6-b4"]}


def test_a_turn_that_is_not_legal_is_refused_with_the_reason(client: Client) -> None:
    answer = client.post(BASIC, {"turns": "d5-e5", "version": "0"})
    assert answer.status_code == 400
    assert re.search(r"data-refused>\S", answer.content.decode())
    stale = client.post(BASIC, {"turns": "g2", "version": "3"})
    assert (stale.status_code, "The position has changed" in stale.content.decode()) == (400, True)


def test_the_script_is_told_the_turn_and_what_stands_beside(client: Client) -> None:
    told = client.post(BASIC, {"turns": "g2", "version": "0"}, headers={"X-Board": "2"}).json()
    assert told["effects"].startswith("p:g1:W")
    assert told["here"] == f"{BASIC}?turns=g2"
    assert told["addresses"]["post"] == f"{BASIC}?turns=g2"
    assert set(told["parts"]) == {"analysis-now", "analysis-turns", "analysis-steps", "analysis-ways"}
    state = client.get(f"{BASIC}/state?turns=g2&ply=0").json()
    assert (state["version"], "svg" in state, "1." not in state["here"]) == (0, True, True)
    steps = client.get(f"{BASIC}/steps?turns=g2&path=b1").json()
    assert steps["table"] is not None


def test_a_line_has_at_most_two_hundred_turns(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.analysis_board.line.MOST_TURNS", 1)
    answer = client.post(f"{BASIC}?turns=g2", {"turns": "b1-b3", "version": "1"})
    assert (answer.status_code, "A line has at most" in answer.content.decode()) == (400, True)
    assert client.get(f"{BASIC}?turns=g2+b1-b3").status_code == 404


def test_of_a_longer_line_an_address_has_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.core.analysis_address.MOST_TURNS", 1)
    address = analysis_address(Start("gipf-basic"), ("g2", "b1-b3"), 1)
    assert parse_qs(urlsplit(address).query) == {"position": [AFTER_G2]}


@pytest.mark.parametrize(
    "address",
    [f"{BASIC}?turns=nonsense", f"{BASIC}?turns=g2&ply=2", f"{BASIC}?turns=g2+g2+g2+x", "/analysis/guowuguan-qiqin",
     "/analysis/nothing", "/analysis/nothing/set-up"],
)  # fmt: skip
def test_what_is_no_line_is_no_page(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_turns_may_be_in_another_notation(client: Client) -> None:
    assert f'value="{AFTER_G2}"' in read(client, f"{BASIC}?turns=g1-g2")


def test_what_chance_lays_out_is_drawn_once_and_kept_in_the_address(client: Client) -> None:
    drawn = client.get("/analysis/lyngk-main")
    assert drawn.status_code == 302
    assert len(parse_qs(urlsplit(drawn.headers["Location"]).query)["setup"][0]) == 43
    assert client.get(drawn.headers["Location"]).status_code == 200


# --- set up by hand ------------------------------------------------------------------------------------------


def test_an_impossible_position_is_refused_with_the_reason_and_stays_in_the_field(client: Client) -> None:
    many = START.replace("12-12", "18-12")
    for address in (of_position(many), of_position(many, "analysis-set-up")):
        answer = client.get(address)
        assert answer.status_code == 400
        page = answer.content.decode()
        assert "on the board, in reserve and captured: 21, not 15" in page
        assert f'value="{many}"' in page
    assert "is not a GIPF position" in client.get(of_position("nonsense")).content.decode()


def test_a_touch_puts_the_chosen_piece_on_the_board(client: Client) -> None:
    touched = client.get(f"{BASIC}/set-up", {"position": START, "piece": "B", "on": "d4"})
    assert parse_qs(urlsplit(touched.headers["Location"]).query) == {
        "position": ["b2w/5/2b3/w5b/6/5/b2w w 12-11 0-0 ss"],
        "piece": ["B"],
    }
    page = read(client, touched.headers["Location"])
    assert "Black to move" in page
    assert "set-up?position=4%2F5%2F6%2F7%2F6%2F5%2F4+w+15-15+0-0+ss" in page, "the empty board"


def test_a_touch_that_cannot_be_is_refused_and_one_of_nothing_changes_nothing(client: Client) -> None:
    used = {"position": START.replace("12-12 0-0", "0-12 0-12"), "piece": "W", "on": "d4"}
    refused = client.get(f"{BASIC}/set-up", used)
    assert (refused.status_code, "no piece is left: White piece" in refused.content.decode()) == (400, True)
    nothing = client.get(f"{BASIC}/set-up", {"position": START, "piece": "W", "on": "z9"})
    assert parse_qs(urlsplit(nothing.headers["Location"]).query)["position"] == [START]


# --- what the computer says --------------------------------------------------------------------------------


def test_a_look_is_asked_for_once_and_answered_at_once_then_deeper(client: Client) -> None:
    look = f"{BASIC}/look"
    told = client.post(look, headers={"X-Board": "1"}).json()
    assert told["waits"] is True
    assert "is looking at the position" in told["html"]
    assert AskedPosition.objects.get().position == START
    client.post(look)
    assert Job.objects.count() == 1, "asking twice is asking once"
    work("turns")
    first = client.get(look).json()
    assert "White’s chance" in first["html"]
    assert first["waits"] is True, "a deeper look is on its way"
    work("analysis")
    assert set(PositionAnalysis.objects.values_list("nodes", flat=True)) == set(STEPS[:2])
    second = client.get(look).json()
    assert second["waits"] is False
    assert second["html"].count('data-go href="/analysis/gipf-basic?turns=') == 3, "a line is played by its first turn"
    assert "Look deeper" in second["html"]
    client.post(look, {"deeper": "1"})
    assert [job.subject.partition(":")[2] for job in Job.objects.all()] == ["2"]


def test_what_is_known_takes_nothing_from_the_allowance(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BOARD_LOOKS", limits.Allowance("t", "looks", limits.By.READER, tries=1, seconds=600))
    client.post(f"{BASIC}/look")
    work()
    assert client.post(f"{BASIC}/look").status_code == 302
    assert Job.objects.count() == 0
    many = client.post(f"{BASIC}/look?turns=g2")
    assert (many.status_code, "You have asked for many positions" in many.content.decode()) == (429, True)
    told = client.post(f"{BASIC}/look?turns=g2", headers={"X-Board": "1"}).json()
    assert (told["waits"], "You have asked for many positions" in told["html"]) == (False, True)


def test_a_win_is_told_in_words_and_so_is_a_loss(client: Client) -> None:
    client.post(of_position(WON, "analysis-look"))
    work()
    assert "White wins in at most 3 turns." in read(client, of_position(WON))
    assert not PositionAnalysis.objects.filter(nodes=STEPS[1]).exists(), "what is proved is not looked at again"
    lost = analysis_address(Start("gipf-basic", text=WON), ("h6-h4",))
    client.post(lost.replace("gipf-basic", "gipf-basic/look"))
    work()
    page = read(client, lost)
    assert "White wins in at most 2 turns." in page
    assert "Black is certainly lost." in page
    over = analysis_address(Start("gipf-basic", text=WON), ("h6-h4", "e9-e6", "b2"))
    assert "The game is over because" in read(client, over)


def test_threats_are_what_the_other_player_would_do(client: Client) -> None:
    threatened = WON.replace(" w 9-1", " b 9-1")
    address = analysis_address(Start("gipf-basic", text=threatened), threats=1)
    client.post(address.replace("gipf-basic", "gipf-basic/look"))
    work()
    page = read(client, address)
    threat = page[page.index("board-threat") :][:400]
    assert "h6-h4" in threat
    assert "White wins in 3" in threat
    assert "h6-h4" not in read(client, of_position(threatened))


def test_what_no_search_judges_is_said_in_words(client: Client) -> None:
    address = f"{BASIC}?options=repetition_draw"
    page = read(client, address)
    assert "The computer does not judge games with these options." in page
    assert "Look deeper" not in page
    refused = client.post(f"{BASIC}/look?options=repetition_draw")
    assert (refused.status_code, Job.objects.count()) == (400, 0)


def test_a_position_of_which_a_look_found_nothing_is_said_in_words(client: Client) -> None:
    client.post(f"{BASIC}/look")
    work()
    PositionAnalysis.objects.update(lines=[])
    page = read(client, BASIC)
    assert "The computer cannot judge this position" in page
    assert "Look deeper" not in page


def test_what_is_read_is_kept(client: Client) -> None:
    client.post(f"{BASIC}/look")
    work()
    PositionAnalysis.objects.update(asked_on=timezone.localdate() - KEPT)
    client.post(f"{BASIC}/look")
    assert set(PositionAnalysis.objects.values_list("asked_on", flat=True)) == {timezone.localdate()}


def test_looks_that_nobody_asked_for_of_late_go(client: Client) -> None:
    client.post(f"{BASIC}/look")
    work()
    AskedPosition.objects.update(asked_on=timezone.localdate() - KEPT)
    forget_analyses()
    assert AskedPosition.objects.count() == 1
    AskedPosition.objects.update(asked_on=timezone.localdate() - KEPT - timedelta(days=1))
    forget_analyses()
    assert AskedPosition.objects.count() == 0


# --- a study of the line -----------------------------------------------------------------------------------


def test_a_line_becomes_a_study_that_starts_from_the_position(client: Client, player: Account) -> None:
    client.force_login(player)
    line = analysis_address(Start("gipf-basic", text=WON), ("h6-h4", "e9-e6"), 1)
    saved = client.post(line.replace("gipf-basic", "gipf-basic/study"))
    study = Study.objects.get()
    assert saved.headers["Location"] == f"/studies/{study.slug}?turn=1&edit=1"
    assert (study.owner, study.visibility) == (player.person, "private")
    chapter = study.chapters.get()
    assert (chapter.position, chapter.setup) == (WON, "")
    assert [turn.token for turn in chapter.turns.order_by("number")] == ["", "h6-h4", "e9-e6"]
    back = client.get(f"/studies/{study.slug}/analysis?turn=1").headers["Location"]
    assert back == line, "and a study is analysed on the board"


def test_visitors_and_accounts_of_no_player_save_nothing(client: Client) -> None:
    assert client.post(f"{BASIC}/study").status_code in (302, 401, 403)
    client.force_login(AccountFactory(person=None))
    refused = client.post(f"{BASIC}/study")
    assert refused.status_code == 403
    assert "Only players can write studies" in refused.content.decode()
    assert not Study.objects.exists()
