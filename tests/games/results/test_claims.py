"""Which claim is in force: every state, worked out by hand from the rule in `gipf_engine.claims`."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.claims import ClaimState, Standing, StatedResult, standing

CODES = ("1-0", "1/2-1/2", "0-1")


def says(*spoken: str) -> Standing:
    """Claims in order, each "role result" with an optional "late"."""
    claims = []
    for number, text in enumerate(spoken, start=1):
        role, result, *late = text.split()
        claims.append(StatedResult(number, role, result, late=bool(late)))
    return standing(claims)


def test_without_claims_nothing_is_in_force() -> None:
    assert says() == Standing(ClaimState.OPEN, "pending")


def test_one_seat_alone_waits_for_the_other() -> None:
    now = says("white 1-0")
    assert (now.state, now.result, now.value, now.waiting_for) == (ClaimState.WAITING, "pending", "1-0", "black")
    assert says("black 0-1").waiting_for == "white"


def test_what_both_seats_say_is_in_force() -> None:
    now = says("white 1-0", "black 1-0")
    assert (now.state, now.result, now.in_force) == (ClaimState.AGREED, "1-0", (1, 2))


def test_seats_that_contradict_each_other_leave_it_open() -> None:
    now = says("white 1-0", "black 0-1")
    assert (now.state, now.result, now.in_force) == (ClaimState.DISPUTED, "pending", ())


def test_the_latest_word_of_a_seat_counts() -> None:
    now = says("white 1-0", "black 0-1", "white 0-1")
    assert (now.state, now.result, now.in_force) == (ClaimState.AGREED, "0-1", (2, 3))


def test_what_was_agreed_stays_in_dispute_until_it_is_decided_or_agreed_anew() -> None:
    now = says("white 1-0", "black 1-0", "white 0-1")
    assert (now.state, now.result, now.in_force) == (ClaimState.DISPUTED, "1-0", (1, 2))
    assert str(now.explain()).endswith("Until the arbiter decides, this one counts.")
    decided = says("white 1-0", "black 1-0", "white 0-1", "arbiter 0-1")
    assert (decided.state, decided.result) == (ClaimState.DECIDED, "0-1")
    anew = says("white 1-0", "black 1-0", "white 0-1", "black 0-1")
    assert (anew.state, anew.result, anew.in_force) == (ClaimState.AGREED, "0-1", (3, 4))
    back = says("white 1-0", "black 1-0", "white 0-1", "white 1-0")
    assert (back.state, back.result, back.in_force) == (ClaimState.AGREED, "1-0", (2, 4))


def test_a_record_disputes_what_was_agreed_and_makes_no_result() -> None:
    now = says("white 1-0", "black 1-0", "record 0-1")
    assert (now.state, now.result, now.in_force) == (ClaimState.DISPUTED, "1-0", (1, 2))
    assert says("record 0-1") == Standing(ClaimState.OPEN, "pending")
    assert says("white 1-0", "record 1-0", "black 1-0").state is ClaimState.AGREED
    decided = says("arbiter 1-0", "record 0-1")
    assert (decided.result, decided.contradicted) == ("1-0", True)
    assert not says("white 1-0", "black 1-0", "record 0-1", "arbiter 1-0").contradicted


def test_an_arbiter_overrules_the_seats() -> None:
    now = says("white 1-0", "black 1-0", "arbiter 0-1")
    assert (now.state, now.result, now.in_force, now.contradicted) == (ClaimState.DECIDED, "0-1", (3,), False)


def test_a_seat_that_speaks_after_the_decision_changes_nothing_but_is_noticed() -> None:
    now = says("arbiter 0-1", "white 1-0", "black 1-0")
    assert (now.result, now.contradicted) == ("0-1", True)
    assert not says("arbiter 0-1", "white 0-1").contradicted


def test_the_latest_decision_counts() -> None:
    assert says("arbiter 0-1", "arbiter +-").result == "+-"


def test_a_late_decision_is_not_in_force() -> None:
    now = says("arbiter 0-1", "arbiter 1-0 late")
    assert (now.result, now.in_force) == ("0-1", (1,))
    assert says("white 1-0", "arbiter 0-1 late").state is ClaimState.WAITING


def test_an_arbiter_who_takes_everything_back_lets_the_seats_speak_anew() -> None:
    assert says("white 1-0", "black 1-0", "arbiter pending") == Standing(ClaimState.OPEN, "pending")
    now = says("white 1-0", "black 1-0", "arbiter 0-1", "arbiter pending", "white 0-1")
    assert (now.state, now.waiting_for) == (ClaimState.WAITING, "black")


def test_a_decision_from_an_old_page_is_late_only_where_it_overrules_something() -> None:
    assert says("white 1-0", "black 1-0").is_late("0-1")
    assert not says("white 1-0", "black 1-0").is_late("1-0")
    assert not says("white 1-0").is_late("1-0")
    assert says("white 1-0").is_late("0-1")
    assert says("white 1-0", "black 0-1").is_late("pending")


def test_every_state_has_a_sentence() -> None:
    assert str(says("white 1-0").explain()) == "White has reported a result; it counts once Black reports the same."
    for spoken in ((), ("white 1-0", "black 1-0"), ("white 1-0", "black 0-1"), ("arbiter 1-0",)):
        assert str(says(*spoken).explain()).endswith(".")


@given(
    st.lists(st.tuples(st.sampled_from(("white", "black", "arbiter", "record")), st.sampled_from(CODES), st.booleans()))
)
def test_the_order_of_reading_changes_nothing_and_late_claims_never_count(rows: list[tuple[str, str, bool]]) -> None:
    claims = [StatedResult(number, *row) for number, row in enumerate(rows, start=1)]
    now = standing(claims)
    assert standing(reversed(claims)) == now
    assert standing(claim for claim in claims if not claim.late) == now
    assert not {claim.number for claim in claims if claim.late} & set(now.in_force)


def test_what_the_server_saw_is_in_force_whatever_the_seats_say() -> None:
    now = says("white 1-0", "server 0-1", "black 1-0")
    assert (now.state, now.result, now.in_force) == (ClaimState.PLAYED, "0-1", (2,))
    assert str(now.explain()) == "The game was played on this server, which saw how it ended."


def test_an_arbiter_overrules_what_the_server_saw_and_takes_it_back() -> None:
    assert says("server 0-1", "arbiter 1-0").result == "1-0"
    assert says("server 0-1", "arbiter pending").state is ClaimState.OPEN
