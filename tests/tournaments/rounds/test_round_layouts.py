"""A whole round laid out by hand: by the service, the page and the API; checked without writing, and done as one act.

Swiss of six, all level, number 1 having White: by the rules round 1 is 1-4, 5-2, 3-6.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.models import Game
from gipf_engine.tournament.crosstable import ByeKind
from players.core import limits
from players.models import Account, Club
from players.roles import Role
from testing.api.caller import Caller, error
from testing.clients import signed_in
from testing.factories import holder_of
from testing.tournaments.confirming import asked, confirm_by_api, confirmed
from testing.tournaments.factories import decide, entry, fresh, running
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.loader import load
from tournaments.core.webhooks import ROUND_CHANGED, ROUND_PUBLISHED
from tournaments.entries.services import byes, leaving
from tournaments.models import Event, RestorePoint, Round, RoundDraft
from tournaments.rounds import layout_check
from tournaments.rounds.acts import PublishLayout, SaveLayout
from tournaments.rounds.services import hand_pairing, round_drafts
from tournaments.rounds.services.round_layouts import Layout, lay_out_round
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.django_db, pytest.mark.core]
SIX = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Fay")
BY_RULES, OTHERWISE = ((1, 4), (5, 2), (3, 6)), ((1, 2), (3, 4), (5, 6))
WHY = "Two had met at breakfast."


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """The Swiss with round 1 as a draft."""
    made = running(club, organiser, SIX, format="swiss-dutch", rounds_planned=4)
    round_drafts.draft_round(made.pk, organiser, RoundOptions())
    return made


def laid(*boards: tuple[int, int], **more: Any) -> Layout:
    values: dict[str, Any] = {"number": 1, "boards": boards}
    return Layout(**values | more)


def lay_out(event: Event, organiser: Account, layout: Layout, *, reason: str = WHY, **more: Any) -> RoundDraft | None:
    """Do it, confirming whatever it asks."""
    return confirmed(lay_out_round, event.pk, organiser, layout, reason=reason, **more)


def seats(event: Event) -> list[list[int]]:
    """The pairing numbers on the boards of the last public round."""
    rows = load(fresh(event))
    return [[rows.by_id[each].number or 0 for each in pairing.entries] for pairing in rows.rounds[-1].pairings]


def newest(event: Event) -> JournalEntry:
    line = JournalEntry.objects.filter(scope__key=event.scope).order_by("version").last()
    assert line is not None
    return line


def test_a_whole_round_is_one_act_with_one_line_and_one_reason(event: Event, organiser: Account) -> None:
    before, points = newest(event).version, RestorePoint.objects.filter(event=event).count()
    assert lay_out(event, organiser, laid(*OTHERWISE)) is None
    line = newest(event)
    assert (line.version, line.action, line.actor) == (before + 1, "publish-layout", organiser.pk)
    assert (line.data["round"], line.data["differs"], line.data["was_public"]) == (1, True, False)
    assert event.reasons.get(version=line.version).text == WHY
    assert RestorePoint.objects.filter(event=event).count() == points + 1
    assert sorted(seats(event)) == [[1, 2], [3, 4], [5, 6]]
    assert Game.objects.filter(parent_scope__key=event.scope).count() == 3
    assert Round.objects.get(event=event).by_hand is not None and not RoundDraft.objects.exists()


def test_by_the_rules_no_reason_is_asked_and_nothing_is_kept(event: Event, organiser: Account) -> None:
    lay_out_round(event.pk, organiser, laid(*BY_RULES))
    assert Round.objects.get(event=event).by_hand is None
    assert newest(event).data["differs"] is False


def test_otherwise_than_by_the_rules_it_takes_a_reason_and_is_confirmed(event: Event, organiser: Account) -> None:
    with pytest.raises(EventRefused, match="Give a reason") as refused:
        lay_out_round(event.pk, organiser, laid(*OTHERWISE))
    assert refused.value.field == "reason"
    assert asked(lay_out_round, event.pk, organiser, laid(*OTHERWISE), reason=WHY) == ["difference"] * 3
    assert asked(lay_out_round, event.pk, organiser, laid((1, 4)), reason=WHY).count("left-out") == 4
    assert not Round.objects.exists()


@pytest.mark.parametrize(
    ("boards", "said"),
    [(((1, 2), (2, 3)), "twice"), (((1, 1),), "twice"), (((1, 77),), "Player number 77 does not exist")],
)
def test_what_is_no_round_is_refused(event: Event, organiser: Account, boards: Any, said: str) -> None:
    with pytest.raises(EventRefused, match=said):
        lay_out_round(event.pk, organiser, laid(*boards), reason=WHY)
    assert newest(event).action == "draft-round"


def test_a_saved_layout_stays_a_draft_that_can_be_published(event: Event, organiser: Account) -> None:
    draft = lay_out(event, organiser, laid(*OTHERWISE, publish=False))
    assert draft is not None and not Round.objects.exists()
    assert [pair[:2] for pair in RoundDraft.objects.get(event=event).boards["pairs"]] == [[1, 2], [3, 4], [5, 6]]
    assert newest(event).action == "save-layout" and not SaveLayout.is_public()
    round_drafts.publish_round(event.pk, organiser)
    assert sorted(seats(event)) == [[1, 2], [3, 4], [5, 6]]


def test_an_old_page_overwrites_nothing(event: Event, organiser: Account) -> None:
    seen = RoundDraft.objects.get(event=event).version
    lay_out(event, organiser, laid((2, 1), publish=False))
    for publish in (True, False):
        with pytest.raises(Stale):
            lay_out(event, organiser, laid(*OTHERWISE, publish=publish), expect=seen)
    with pytest.raises(Stale):  # what was seen was a public round, whatever its version
        lay_out(event, organiser, laid(*OTHERWISE, public=True), expect=seen + 1)
    assert RoundDraft.objects.get(event=event).boards["pairs"] == [[2, 1, False]]


def test_the_public_round_becomes_another_without_a_draft(event: Event, organiser: Account) -> None:
    round_drafts.publish_round(event.pk, organiser)
    version = Round.objects.get(event=event).version
    for expect, public in ((version + 1, True), (version, False)):  # another round, or a draft that is gone
        with pytest.raises(Stale):
            lay_out(event, organiser, laid(*OTHERWISE, public=public), expect=expect)
    lay_out(event, organiser, laid(*OTHERWISE, public=True), expect=version)
    assert sorted(seats(event)) == [[1, 2], [3, 4], [5, 6]]
    assert newest(event).data["was_public"] is True
    with pytest.raises(EventRefused, match="is public"):
        lay_out(event, organiser, laid(*BY_RULES, publish=False))


def test_a_board_with_a_result_stays_and_others_change(event: Event, organiser: Account) -> None:
    round_drafts.publish_round(event.pk, organiser)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    with pytest.raises(EventRefused, match="board 1 has a result"):
        lay_out(event, organiser, laid(*OTHERWISE))
    assert check(event, Caller(organiser), sent(*OTHERWISE))["refused"] == ["board 1 has a result"]
    lay_out(event, organiser, laid((1, 4), (6, 2), (3, 5)))
    assert seats(event) == [[1, 4], [6, 2], [3, 5]]
    assert Game.objects.get(white__name="Ada").result == "1-0"


def test_who_is_kept_from_half_points_gets_none_and_who_left_is_refused(event: Event, organiser: Account) -> None:
    byes.set_half_byes(event.pk, organiser, entry(event, "Fay").pk, allowed=False)
    half = laid((1, 4), (5, 2), byes=((6, ByeKind.HALF),))
    with pytest.raises(EventRefused, match="stopped for Fay"):
        lay_out(event, organiser, half)
    leaving.withdraw(event.pk, organiser, entry(event, "Fay").pk)
    with pytest.raises(EventRefused, match="Fay has withdrawn"):
        lay_out(event, organiser, laid(*OTHERWISE))


def test_in_a_knock_out_colours_alone_change(club: Club, organiser: Account) -> None:
    event = running(club, organiser, SIX[:4], format="knock-out", rounds=1)
    (one, two), (three, four) = seats(event)
    with pytest.raises(EventRefused, match="follow from results"):
        lay_out(event, organiser, laid((one, three), (two, four)))
    lay_out(event, organiser, laid((two, one), (three, four)))
    assert seats(event) == [[two, one], [three, four]]


def test_pairing_by_hand_in_steps_that_is_under_way_can_be_finished_so(event: Event, organiser: Account) -> None:
    draft = hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    lay_out(event, organiser, laid(*OTHERWISE, publish=False), expect=draft.version)
    assert RoundDraft.objects.get(event=event).opened_at is None


def test_webhooks_tell_a_new_round_from_one_that_changed() -> None:
    assert PublishLayout.webhook_for({"was_public": False}) == ROUND_PUBLISHED
    assert PublishLayout.webhook_for({"was_public": True}) == ROUND_CHANGED
    assert SaveLayout.webhook_for({}) == ""


# --- the check -------------------------------------------------------------------------------------------


def sent(*boards: tuple[int, int], **more: Any) -> dict[str, Any]:
    return {"number": 1, "boards": [{"white": white, "black": black} for white, black in boards]} | more


def check(event: Event, caller: Caller, body: dict[str, Any]) -> Any:
    answer = caller.ask("POST", f"/events/{event.pk}/draft/check", body)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_check_tells_everything_and_its_key_confirms_it(event: Event, organiser: Account) -> None:
    caller, here = Caller(organiser), f"/events/{event.pk}/draft/layout"
    body = sent(*OTHERWISE, version=RoundDraft.objects.get(event=event).version)
    written = (newest(event).version, list(RoundDraft.objects.values()))
    found = check(event, caller, body)
    assert (newest(event).version, list(RoundDraft.objects.values())) == written
    assert (found["refused"], found["needs_reason"], len(found["differences"])) == ([], True, 3)
    assert "you paired Ada – Ben, the rules give Ada – Dan" in found["differences"][0]
    assert [(each["white"], each["black"]) for each in found["prices"]] == list(OTHERWISE)
    assert "later in the order that the rules prescribe" in found["prices"][0]["message"]
    other = check(event, caller, sent((2, 1), (3, 4), (5, 6)))
    assert caller.ask("POST", here, body | {"reason": WHY, "confirm": [other["confirm"]]}).status_code == 409
    answer = caller.ask("POST", here, body | {"reason": WHY, "confirm": [found["confirm"]]})
    assert answer.status_code == 201 and answer.json()["number"] == 1
    assert sorted(seats(event)) == [[1, 2], [3, 4], [5, 6]]


def test_a_check_tells_what_is_refused(event: Event, organiser: Account) -> None:
    leaving.withdraw(event.pk, organiser, entry(event, "Fay").pk)
    found = check(event, Caller(organiser), sent(*OTHERWISE))
    assert found["refused"] == ["Fay has withdrawn"] and found["confirm"] == ""
    assert "twice" in check(event, Caller(organiser), sent((1, 2), (1, 3)))["refused"][0]


def test_a_check_of_another_version_is_stale(event: Event, organiser: Account) -> None:
    answer = Caller(organiser).ask("POST", f"/events/{event.pk}/draft/check", sent(*BY_RULES, version=99))
    assert (answer.status_code, error(answer)["code"]) == (409, "stale")


def test_of_many_boards_that_differ_no_price_is_told(
    event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout_check, "MOST_PRICED", 2)
    assert check(event, Caller(organiser), sent(*OTHERWISE))["prices"] == []
    assert len(check(event, Caller(organiser), sent((1, 2), (4, 5), (3, 6)))["prices"]) == 2


def test_prices_that_take_long_come_with_the_next_answer(
    event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no time at all, none is worked out, and the answer says when to ask again."""
    monkeypatch.setattr(layout_check, "PRICE_SECONDS", -1.0)
    found = check(event, Caller(organiser), sent(*OTHERWISE))
    assert (found["prices"], found["wait"], len(found["differences"])) == ([], 1, 3)


def test_checks_are_the_arbiters_and_bounded(event: Event, organiser: Account, stranger: Account) -> None:
    address = f"/events/{event.pk}/draft/check"
    assert Caller(stranger).ask("POST", address, sent(*BY_RULES)).status_code == 403
    client = signed_in(organiser)
    form = {"number": "1", "layout": "1-2 3-4 5-6"}
    assert client.post(address, form).json()["needs_reason"] is True
    assert client.post(address, form | {"layout": "1-2-3"}).status_code == 400
    stranger_client = signed_in(stranger)
    assert stranger_client.post(address, form).status_code == 403
    for _time in range(limits.LAYOUTS_CHECKED.tries - 1):
        limits.LAYOUTS_CHECKED.take(str(organiser.pk))
    answer = client.post(address, form)
    assert answer.status_code == 429 and int(answer["Retry-After"]) >= 1


# --- the page --------------------------------------------------------------------------------------------


def post(client: Client, event: Event, layout: str, **more: str) -> Any:
    return client.post(f"/events/{event.pk}/draft/layout", {"number": "1", "layout": layout} | more)


def test_what_is_refused_or_too_late_stays_laid_out(event: Event, organiser: Account) -> None:
    client, version = signed_in(organiser), str(RoundDraft.objects.get(event=event).version)
    refused = post(client, event, "1-2 3-4 5-6", version=version)
    assert refused.status_code == 400
    assert 'value="1-2 3-4 5-6"' in refused.content.decode() and "Give a reason" in refused.content.decode()
    lay_out(event, organiser, laid((2, 1), publish=False))
    late = post(client, event, "1-2 3-4 5-6", version=version, reason=WHY)
    page = late.content.decode()
    now = RoundDraft.objects.get(event=event).version
    assert late.status_code == 409 and "Another arbiter was faster" in page
    assert 'value="1-2 3-4 5-6"' in page and WHY in page and f'name="version" value="{now}"' in page


def test_players_of_a_draft_are_nobodys_but_the_arbiters(event: Event, organiser: Account, stranger: Account) -> None:
    assert signed_in(stranger).get(f"/events/{event.pk}/draft/layout").status_code == 403
    arbiter = holder_of(Role.ARBITER, event.scope)
    assert confirm_by_api(Caller(arbiter), f"/events/{event.pk}/draft/layout", sent(*BY_RULES))["number"] == 1


def test_a_key_of_another_layout_confirms_nothing(event: Event, organiser: Account) -> None:
    with pytest.raises(ConfirmationNeeded) as needed:
        lay_out_round(event.pk, organiser, laid(*OTHERWISE), reason=WHY)
    with pytest.raises(ConfirmationNeeded):
        lay_out_round(event.pk, organiser, laid((2, 1), (3, 4), (5, 6)), reason=WHY, confirm=[needed.value.key])
