"""Events in stages by services: from groups to the final, worked out by hand."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from common.journal import queries as journal
from common.journal import services as journal_services
from common.journal.services import Stale
from games.models import Game
from games.results.services.results import claim_result
from players.erasure.services import erase_person
from players.models import Account, Club, Person
from players.permissions import NotAllowed
from testing.factories import ClubFactory, PersonFactory, organiser_of, player_in
from testing.tournaments.factories import draft, entry, fresh, table
from testing.tournaments.stages import (
    CLEAR,
    EIGHT,
    FINALS,
    first_event,
    new_stages,
    next_event,
    numbered,
    play_all,
    play_round,
    played_groups,
    stage,
    start_with,
)
from tournaments.core.errors import EventRefused
from tournaments.core.queries.journals import journal_lines
from tournaments.core.queries.stages import all_stages
from tournaments.entries.services import leaving
from tournaments.events.services import events, lifecycle
from tournaments.models import Event, Reason, Stage, StageEvent, StagePass, StagePlan, StageQualifier
from tournaments.stages.queries.field import field_of
from tournaments.stages.queries.plans import stages_page
from tournaments.stages.rules import StageRule
from tournaments.stages.services import advancing, plans

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def going_on(made: StagePlan, number: int = 2) -> list[tuple[str, int, int | None, bool]]:
    """Name, place, group and whether others withdrew, seed 1 first."""
    return [
        (seed.entry.name, seed.qualified.place, seed.source.group, seed.qualified.moved_up)
        for seed in field_of(stage(made, number)).seeds
    ]


# --- the whole path -----------------------------------------------------------------------------------


def test_two_groups_of_four_then_semi_finals_final_and_third_place(club: Club, organiser: Account) -> None:
    made = played_groups(club, organiser)
    groups = first_event(made)
    assert table(groups) == [
        (1, "Ada", 30), (2, "Ben", 20), (3, "Cleo", 10), (4, "Dan", 0),
        (1, "Fay", 30), (2, "Eva", 20), (3, "Gus", 10), (4, "Hal", 0),
    ]  # fmt: skip
    # Winners are seeds 1 and 2, equal in points, so group 1 first. Seed 4 meets seed 1: the second of the other group.
    assert going_on(made) == [("Ada", 1, 1, False), ("Fay", 1, 2, False), ("Ben", 2, 1, False), ("Eva", 2, 2, False)]
    advancing.start_stage(made.pk, organiser, 2, field=field_of(stage(made)).key)
    finals = next_event(made)
    assert (finals.name, finals.state, finals.format) == ("Cup: Finals", Event.State.RUNNING, "knock-out")
    assert (finals.format_options, finals.rules) == ({"third_place": True}, groups.rules)
    assert numbered(finals) == ["Ada", "Fay", "Ben", "Eva"]
    assert [(each.seed, each.entry) for each in StageQualifier.objects.order_by("seed")] == [
        (number, entry(groups, name).pk) for number, name in enumerate(("Ada", "Fay", "Ben", "Eva"), 1)
    ]
    # Semi-finals Ada - Eva and Fay - Ben; Eva and Fay win. Final Fay - Eva, third place Ada - Ben: Fay and Ben.
    strength = {"Eva": 5, "Ada": 1, "Fay": 9, "Ben": 3}
    play_all(finals, organiser, strength, 2)
    assert table(finals) == [(1, "Fay", 20), (2, "Eva", 10), (3, "Ben", 10), (4, "Ada", 0)]
    page = stages_page(made, organiser)
    assert page.winner is not None
    assert page.winner.name == "Fay"
    assert [box.drift for box in page.boxes] == [None, None]


def test_a_swiss_then_the_first_four(club: Club, organiser: Account) -> None:
    rule = StageRule(name="Semi-finals", first=4, seeding="place", third_place=True)
    swiss = {"format": "swiss-dutch", "rounds_planned": 3}
    made = new_stages(club, organiser, rule, first=swiss)
    start_with(first_event(made), organiser)
    play_all(first_event(made), organiser, {name: 9 - at for at, name in enumerate(EIGHT)}, 3)
    # The stronger always wins, so that Ada has 3; who of those with 2 is fourth, the tie-breaks say.
    first = [name for rank, name, _points in table(first_event(made)) if rank is not None and rank <= 4]
    advancing.start_stage(made.pk, organiser, 2)
    assert numbered(next_event(made)) == first
    assert first[0] == "Ada"


def test_three_stages(club: Club, organiser: Account) -> None:
    """Groups, then a round robin of four, then a match of its first two."""
    middle = StageRule(name="Second group", first=2, format="round-robin")
    final = StageRule(name="Final", first=2, seeding="place")
    made = played_groups(club, organiser, middle, final)
    assert [str(each) for each in field_of(stage(made, 3)).blockers] == ["the previous stage has no event yet"]
    advancing.start_stage(made.pk, organiser, 2)
    play_all(next_event(made, 2), organiser, CLEAR, 3)  # Fay 3, Eva 2, Ada 1, Ben 0
    advancing.start_stage(made.pk, organiser, 3)
    assert numbered(next_event(made, 3)) == ["Fay", "Eva"]


def test_groups_that_are_events_of_their_own(club: Club, organiser: Account) -> None:
    both = []
    for name, names in (("North", ("Ada", "Ben", "Cleo")), ("South", ("Eva", "Fay", "Gus"))):
        event = draft(club, organiser, name=name)
        start_with(event, organiser, names)
        both.append(play_all(event, organiser, CLEAR, 3))
    first = plans.FirstStage(name="Groups", events=[event.pk for event in both])
    made = plans.create_stages(club.pk, organiser, plans.StagesPlan(name="Cup", first=first, later=(FINALS,)))
    advancing.start_stage(made.pk, organiser, 2)
    assert numbered(next_event(made)) == ["Ada", "Fay", "Ben", "Eva"]
    assert next(iter(journal.entries(both[0].scope))).action == "join-stages"


THIRDS = StageRule(name="Five", first=2, rest=1, format="round-robin")


def test_the_best_third_goes_on(club: Club, organiser: Account) -> None:
    made = new_stages(club, organiser, THIRDS)
    start_with(first_event(made), organiser)
    play_all(first_event(made), organiser, CLEAR, 3, draws=("Cleo-Dan", "Ben-Dan"))
    # Group 1: Ada 3, Ben 1½, Dan 1, Cleo ½. Dan has as much as Gus: a play-off parts them, and Gus wins it 2-0.
    (border,) = field_of(stage(made)).borders
    assert ([each.name for each in border.entries], border.seats, border.source) == (["Dan", "Gus"], 1, None)
    playoff = advancing.start_playoff(made.pk, organiser, 2).event
    assert (playoff.format, playoff.games_per_round) == ("knock-out", 2)
    play_all(playoff, organiser, {"Gus": 2, "Dan": 1}, 1)
    advancing.start_stage(made.pk, organiser, 2)
    assert numbered(next_event(made)) == ["Ada", "Fay", "Eva", "Ben", "Gus"]


# --- what stands in the way ---------------------------------------------------------------------------


def test_a_stage_waits_until_the_one_before_is_closed(club: Club, organiser: Account) -> None:
    made = new_stages(club, organiser)
    start_with(first_event(made), organiser)
    for _round in range(3):
        play_round(first_event(made), organiser, CLEAR)
    with pytest.raises(EventRefused, match="Groups is not closed yet"):
        advancing.start_stage(made.pk, organiser, 2)
    lifecycle.close_event(first_event(made).pk, organiser)
    advancing.start_stage(made.pk, organiser, 2)
    with pytest.raises(EventRefused, match="already started"):
        advancing.start_stage(made.pk, organiser, 2)
    assert StageEvent.objects.filter(purpose="next").count() == 1


def test_nobody_else_is_taken_than_was_shown(club: Club, organiser: Account) -> None:
    made = played_groups(club, organiser)
    shown = field_of(stage(made)).key
    groups = first_event(made)
    lifecycle.reopen_event(groups.pk, organiser, reason="slip")
    let_cleo_win(groups, organiser)
    lifecycle.close_event(groups.pk, organiser)
    assert [name for name, *_rest in going_on(made)] == ["Ada", "Fay", "Cleo", "Eva"]
    with pytest.raises(EventRefused, match="have changed since"):
        advancing.start_stage(made.pk, organiser, 2, field=shown)
    assert not StageEvent.objects.filter(purpose="next").exists()


def let_cleo_win(groups: Event, organiser: Account) -> None:
    """Correct the game of Ben and Cleo, so that Cleo is second with 2 and Ben third with 1."""
    names = ("Ben", "Cleo")
    found = Game.objects.get(paired__pairing__round__event=groups, white__name__in=names, black__name__in=names)
    code = "1-0" if found.white.name == "Cleo" else "0-1"
    claim_result(found.pk, organiser, code, source="desk", role="arbiter", reason="slip")


def test_what_happens_before_the_locks_is_noticed(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The groups are reopened once the players are worked out: that try is undone with all in it, and made again."""
    made, lock = played_groups(club, organiser), journal_services.lock
    tries: list[Iterable[str]] = []

    def reopen_and_lock(keys: Iterable[str]) -> None:
        if not tries:
            lifecycle.reopen_event(first_event(made).pk, organiser, reason="slip")
        tries.append(keys)
        lock(keys)

    monkeypatch.setattr(journal_services, "lock", reopen_and_lock)
    advancing.start_stage(made.pk, organiser, 2)
    assert len(tries) == 2
    assert stages_page(made, organiser).boxes[1].drift is None


def test_an_old_page_is_told_so(club: Club, organiser: Account) -> None:
    made = played_groups(club, organiser)
    seen = journal.version(made.scope)
    plans.edit_stages(made.pk, organiser, name="Grand Cup", about="")
    with pytest.raises(Stale):
        advancing.start_stage(made.pk, organiser, 2, expect=seen)


# --- withdrawals --------------------------------------------------------------------------------------


def test_who_does_not_go_on_is_followed_by_the_next_in_order_with_a_reason(club: Club, organiser: Account) -> None:
    made = played_groups(club, organiser)
    groups = first_event(made)
    ben = entry(groups, "Ben").pk
    with pytest.raises(EventRefused, match="Give a reason"):
        advancing.pass_over(made.pk, organiser, 2, ben, reason=" ")
    advancing.pass_over(made.pk, organiser, 2, ben, reason="on holiday")
    assert going_on(made) == [("Ada", 1, 1, False), ("Fay", 1, 2, False), ("Eva", 2, 2, False), ("Cleo", 3, 1, True)]
    assert Reason.objects.get(event=groups, version=journal.version(groups.scope)).text == "on holiday"
    assert next(iter(journal.entries(groups.scope))).action == "pass-over"
    assert str(journal_lines(made.scope)[0].text) == "Ben does not advance to stage 2"
    (passed,) = field_of(stage(made)).passed
    assert (passed.entry.name, passed.reason) == ("Ben", "on holiday")
    with pytest.raises(EventRefused, match="already"):
        advancing.pass_over(made.pk, organiser, 2, ben, reason="again")
    advancing.undo_pass_over(made.pk, organiser, 2, ben)
    assert [name for name, *_rest in going_on(made)] == ["Ada", "Fay", "Ben", "Eva"]
    assert str(journal_lines(made.scope)[0].text) == "Ben can advance to stage 2 again"


def test_who_withdrew_from_the_groups_does_not_go_on(club: Club, organiser: Account) -> None:
    made = new_stages(club, organiser)
    groups = first_event(made)
    start_with(groups, organiser)
    for _round in range(3):
        play_round(groups, organiser, CLEAR)
    leaving.withdraw(groups.pk, organiser, entry(groups, "Ada").pk, annul=False)
    lifecycle.close_event(groups.pk, organiser)
    # Ben is the best of group 1 that is there, but second: Fay is seed 1.
    assert going_on(made) == [("Fay", 1, 2, False), ("Ben", 2, 1, False), ("Eva", 2, 2, False), ("Cleo", 3, 1, True)]


def test_who_was_erased_does_not_go_on(club: Club, organiser: Account) -> None:
    made = played_groups(club, organiser)
    erase_person(actor=organiser, person_id=Person.objects.get(name="Ben").pk)
    assert [name for name, *_rest in going_on(made)] == ["Ada", "Fay", "Eva", "Cleo"]


# --- play-offs ----------------------------------------------------------------------------------------


def equal_seconds(club: Club, organiser: Account) -> StagePlan:
    """Ada 3; Ben, Cleo and Dan drew with each other and lost to Ada: all 1."""
    made = new_stages(club, organiser)
    start_with(first_event(made), organiser)
    play_all(first_event(made), organiser, CLEAR, 3, draws=("Ben-Cleo", "Ben-Dan", "Cleo-Dan"))
    return made


def test_equal_players_at_the_border_play_off(club: Club, organiser: Account) -> None:
    made = equal_seconds(club, organiser)
    (border,) = field_of(stage(made)).borders
    assert ([each.name for each in border.entries], border.seats) == (["Ben", "Cleo", "Dan"], 1)
    with pytest.raises(EventRefused, match="tied for the last places: Ben, Cleo, Dan"):
        advancing.start_stage(made.pk, organiser, 2)
    playoff = advancing.start_playoff(made.pk, organiser, 2).event
    assert (playoff.name, playoff.format, playoff.rated) == ("Cup: Play-off", "round-robin", False)
    with pytest.raises(EventRefused, match="Play-off is not closed yet"):
        advancing.start_playoff(made.pk, organiser, 2)
    play_all(playoff, organiser, {"Dan": 3, "Ben": 1, "Cleo": 2}, 3)
    assert [name for name, *_rest in going_on(made)] == ["Ada", "Fay", "Dan", "Eva"]
    advancing.start_stage(made.pk, organiser, 2)
    assert stages_page(made, organiser).boxes[1].drift is None


def test_two_who_are_still_equal_play_two_games_and_then_sudden_death(club: Club, organiser: Account) -> None:
    made = equal_seconds(club, organiser)
    first = advancing.start_playoff(made.pk, organiser, 2).event
    # Ben and Cleo draw and both beat Dan: still equal, so those two play once more.
    play_all(first, organiser, {"Ben": 3, "Cleo": 2, "Dan": 1}, 3, draws=("Ben-Cleo",))
    (border,) = field_of(stage(made)).borders
    assert [each.name for each in border.entries] == ["Ben", "Cleo"]
    second = advancing.start_playoff(made.pk, organiser, 2).event
    assert (second.format, second.games_per_round) == ("knock-out", 2)
    assert second.format_options == {"sudden_death": True}


def test_a_play_off_on_this_server_has_half_the_time(club: Club, organiser: Account) -> None:
    made = new_stages(club, organiser, time_control="600+5", no_show_minutes=15)
    start_with(first_event(made), organiser)
    play_all(first_event(made), organiser, CLEAR, 3, draws=("Ben-Cleo", "Ben-Dan", "Cleo-Dan"))
    assert advancing.start_playoff(made.pk, organiser, 2).event.time_control == "300+2"


# --- corrections afterwards ---------------------------------------------------------------------------


def test_a_correction_after_the_start_is_said_and_changes_nothing(club: Club, organiser: Account) -> None:
    made = played_groups(club, organiser)
    groups = first_event(made)
    advancing.start_stage(made.pk, organiser, 2)
    lifecycle.reopen_event(groups.pk, organiser, reason="slip")
    drift = stages_page(made, organiser).boxes[1].drift
    assert drift is not None
    assert (drift.reopened, drift.coming, drift.going) == (["Groups"], [], [])
    let_cleo_win(groups, organiser)
    lifecycle.close_event(groups.pk, organiser)
    drift = stages_page(made, organiser).boxes[1].drift
    assert drift is not None
    assert (drift.reopened, drift.coming, drift.going) == ([], ["Cleo"], ["Ben"])
    assert numbered(next_event(made)) == ["Ada", "Fay", "Ben", "Eva"]


def test_who_is_erased_after_the_start_is_no_correction(club: Club, organiser: Account) -> None:
    made = played_groups(club, organiser)
    advancing.start_stage(made.pk, organiser, 2)
    erase_person(actor=organiser, person_id=Person.objects.get(name="Ben").pk)
    assert stages_page(made, organiser).boxes[1].drift is None


def test_a_stage_whose_event_is_deleted_can_start_again(club: Club, organiser: Account) -> None:
    made = played_groups(club, organiser)
    finals = advancing.start_stage(made.pk, organiser, 2).event
    lifecycle.unstart_event(finals.pk, organiser)
    events.retract(finals.pk, organiser)
    events.delete_event(finals.pk, organiser)
    assert not StageQualifier.objects.exists()
    advancing.start_stage(made.pk, organiser, 2)
    assert numbered(next_event(made)) == ["Ada", "Fay", "Ben", "Eva"]


# --- rules of stages, and who may what ----------------------------------------------------------------


def test_stages_are_added_changed_and_removed_before_they_start(club: Club, organiser: Account) -> None:
    made = played_groups(club, organiser)
    plans.add_stage(made.pk, organiser, StageRule(name="Match", first=2))
    with pytest.raises(EventRefused, match="Only the last"):
        plans.remove_stage(made.pk, organiser, 2)
    plans.remove_stage(made.pk, organiser, 3)
    plans.change_stage(made.pk, organiser, 2, StageRule(name="Final", first=1))
    assert going_on(made) == [("Ada", 1, 1, False), ("Fay", 1, 2, False)]
    advancing.start_stage(made.pk, organiser, 2)
    for act in (
        lambda: plans.change_stage(made.pk, organiser, 2, FINALS),
        lambda: plans.remove_stage(made.pk, organiser, 2),
    ):
        with pytest.raises(EventRefused, match="has started"):
            act()
    with pytest.raises(Stage.DoesNotExist):
        plans.remove_stage(made.pk, organiser, 1)


def test_a_stage_does_not_follow_hidden_standings(club: Club, organiser: Account) -> None:
    """Who advances would tell them; and what readers may see of them is not the whole."""
    made = played_groups(club, organiser)
    Event.objects.filter(pk=first_event(made).pk).update(hides_rounds=0)
    with pytest.raises(EventRefused, match="hides its standings: release them first"):
        advancing.start_stage(made.pk, organiser, 2)
    assert "hides its standings" in str(field_of(stage(made)).blockers[0])
    Event.objects.filter(pk=first_event(made).pk).update(hides_rounds=None)
    advancing.start_stage(made.pk, organiser, 2)
    assert numbered(next_event(made)) == ["Ada", "Fay", "Ben", "Eva"]


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        (StageRule(name="None"), "first"),
        (StageRule(name="Odd", first=2, seeding="lot"), "seeding"),
        (StageRule(name="Odd", first=2, format="no-such"), "format"),
        (StageRule(name="Odd", first=2, format="team-swiss", rounds=3), "format"),
        (StageRule(name="Odd", first=2, format="swiss-dutch"), "rounds_planned"),
        (StageRule(name="Odd", first=2, games_per_round=3), "games_per_round"),
        (StageRule(name=" ", first=2), "name"),
    ],
)
def test_rules_that_cannot_be(rule: StageRule, field: str, club: Club, organiser: Account) -> None:
    made = new_stages(club, organiser)
    with pytest.raises(EventRefused) as refused:
        plans.add_stage(made.pk, organiser, rule)
    assert refused.value.field == field


def test_events_of_other_clubs_and_stages_cannot_join(club: Club, organiser: Account) -> None:
    elsewhere = ClubFactory()
    their = draft(elsewhere, organiser_of(elsewhere))
    made = new_stages(club, organiser)
    for event in (their, first_event(made)):
        first = plans.FirstStage(name="One", events=[event.pk])
        with pytest.raises((EventRefused, NotAllowed)):
            plans.create_stages(club.pk, organiser, plans.StagesPlan(name="Other", first=first))
    with pytest.raises(EventRefused, match="at least one event"):
        plans.create_stages(club.pk, organiser, plans.StagesPlan(name="Other", first=plans.FirstStage(name="One")))
    assert StagePlan.objects.count() == 1


def test_what_holds_events_together_goes_and_they_stay(club: Club, organiser: Account) -> None:
    made = played_groups(club, organiser)
    plans.delete_stages(made.pk, organiser)
    assert not StagePlan.objects.exists()
    assert Event.objects.filter(name="Groups").exists()


def test_players_do_not_act_and_do_not_see_drafts(club: Club, organiser: Account) -> None:
    made, player = new_stages(club, organiser), player_in(club, name="Pia")
    assert list(all_stages(player)) == []
    assert list(all_stages(organiser)) == [made]
    for act in (
        lambda: advancing.start_stage(made.pk, player, 2),
        lambda: advancing.start_playoff(made.pk, player, 2),
        lambda: advancing.pass_over(made.pk, player, 2, 1, reason="no"),
        lambda: advancing.undo_pass_over(made.pk, player, 2, 1),
        lambda: plans.edit_stages(made.pk, player, name="Mine", about=""),
        lambda: plans.add_stage(made.pk, player, FINALS),
        lambda: plans.change_stage(made.pk, player, 2, FINALS),
        lambda: plans.remove_stage(made.pk, player, 2),
        lambda: plans.delete_stages(made.pk, player),
    ):
        with pytest.raises(NotAllowed):
            act()
    events.announce(first_event(made).pk, organiser)
    assert list(all_stages(player)) == [made]


def test_an_entry_of_another_event_cannot_be_passed_over(club: Club, organiser: Account) -> None:
    made = played_groups(club, organiser)
    other = draft(club, organiser)
    start_with(other, organiser, ("Ned", "Noa"))
    with pytest.raises(Exception, match="does not exist"):
        advancing.pass_over(made.pk, organiser, 2, entry(other, "Ned").pk, reason="no")
    assert not StagePass.objects.exists()
    assert fresh(other).state == Event.State.RUNNING


def test_a_name_that_is_erased_goes_from_the_words_of_stages(club: Club, organiser: Account) -> None:
    anna = PersonFactory(name="Anna Winter", member_of=club)
    made = new_stages(club, organiser, StageRule(name="Final of Anna Winter", first=2))
    plans.edit_stages(made.pk, organiser, name="Cup of Anna Winter", about="Ask Anna Winter.")
    erased = erase_person(actor=organiser, person_id=anna.pk)
    made.refresh_from_db()
    assert (made.name, made.about) == (f"Cup of {erased.name}", f"Ask {erased.name}.")
    assert stage(made).name == f"Final of {erased.name}"
