"""What acts on people, clubs and accounts say of themselves."""

import pytest

from common.journal.acts import acts_in, find_act
from players.erasure.acts import EndMembership, ScrubTexts

KINDS = ("server", "club", "event", "past", "game")


def test_every_act_has_a_sentence_wherever_it_takes_place() -> None:
    acts = {act for kind in KINDS for act in acts_in(kind) if act.__module__.startswith("players.")}
    assert len(acts) > 40
    assert [act.name for act in acts if not act.sentence] == []


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("link-account", {"person": 7}, "Account %(account)s linked to %(person)s"),
        ("link-account", {"person": None}, "Account %(account)s unlinked"),
        ("switch-account", {"on": True}, "Account %(account)s switched on"),
        ("switch-account", {"on": False}, "Account %(account)s switched off"),
        ("set-open-licence", {"licence": "CC0-1.0"}, "Open data: games published under %(licence)s"),
        ("set-open-licence", {"licence": ""}, "Open data: games no longer published"),
        ("set-guardian-rule", {"asks": True}, "Minors need the consent of a guardian"),
        ("set-guardian-rule", {"asks": False}, "Minors no longer need the consent of a guardian"),
        ("answer-as-guardian", {"answer": "given"}, "A guardian consented"),
        ("answer-as-guardian", {"answer": "withdrawn"}, "A guardian withdrew consent"),
        ("admit-club", {"admitted": True}, "Club included in server-wide ratings"),
        ("admit-club", {"admitted": False}, "Club removed from server-wide ratings"),
    ],
)
def test_an_act_that_goes_both_ways_says_which(name: str, data: dict[str, object], said: str) -> None:
    act = find_act("club", name)
    assert act is not None and act.sentence_for(data) == said


def test_roles_are_worded_alike_everywhere() -> None:
    for name in ("grant", "revoke", "offer-role", "accept-role", "decline-role", "withdraw-role", "give-up-role"):
        assert len({find_act(kind, name) for kind in ("server", "club", "event")}) == 1, name


def test_erasing_says_of_a_club_that_the_membership_ended_and_of_an_event_which_texts_changed() -> None:
    assert find_act("club", "scrub-texts") is EndMembership
    assert {find_act(kind, "scrub-texts") for kind in ("event", "past", "game")} == {ScrubTexts}
