"""A record handed in: checked move by move, compared with its game, kept once, and taken as a claim."""

from __future__ import annotations

import datetime
import gc
from importlib import import_module
from types import ModuleType

import pytest

from games.core.services.errors import RecordRefused
from games.models import Claim, Game, Move, Record
from games.records.services.submit_record import check_record, keep_records, submit_record
from games.results.services.create import settle_games
from games.results.services.results import claim_result
from players.models import Account
from players.permissions import NotAllowed
from testing.factories import GameFactory, seated
from testing.games.game_records import CHAMPIONSHIP, WON_BY_BLACK, played

pytestmark = [pytest.mark.django_db, pytest.mark.core]

BASIC = '[Game "gipf"]\n[Rules "basic"]\n'


def last_claim(game: Game) -> tuple[str, str, str, int | None]:
    claim = Claim.objects.filter(game=game).latest("number")
    return claim.role, claim.source, claim.result, claim.record_id


def test_a_record_is_kept_move_by_move_in_complete_notation(game: Game) -> None:
    record = submit_record(game.pk, seated(game, "white"), f"{BASIC}\n{WON_BY_BLACK} 0-1\n")
    assert (record.number, record.plies, record.outcome, record.reason) == (1, 24, "0-1", "reserve")
    turns = list(Move.objects.filter(record=record).values_list("ply", "token"))
    assert len(turns) == 24
    # By hand from the start position: a piece from dot g1 enters the empty spot g2.
    assert turns[0] == (1, "g2")


def test_it_is_the_claim_of_whoever_handed_it_in_and_waits_for_the_other(game: Game) -> None:
    record = submit_record(game.pk, seated(game, "white"), f"{BASIC}\n{WON_BY_BLACK}")
    assert last_claim(game) == ("white", "record", "0-1", record.pk)
    game.refresh_from_db()
    assert game.result == "pending"


def test_the_same_record_from_the_other_seat_confirms_and_is_kept_once(game: Game) -> None:
    first = submit_record(game.pk, seated(game, "white"), f"{BASIC}\n{WON_BY_BLACK}")
    folded = "\n".join(WON_BY_BLACK.split())
    second = submit_record(game.pk, seated(game, "black"), f"{BASIC}\n{folded}\n")
    game.refresh_from_db()
    assert (second.pk, Record.objects.count(), game.result) == (first.pk, 1, "0-1")
    assert last_claim(game) == ("black", "record", "0-1", first.pk)


def test_the_other_player_can_confirm_with_a_plain_claim(game: Game) -> None:
    submit_record(game.pk, seated(game, "white"), f"{BASIC}\n{WON_BY_BLACK}")
    assert claim_result(game.pk, seated(game, "black"), "0-1", source="page").game.result == "0-1"


def test_handing_in_the_same_record_twice_says_nothing_new(game: Game) -> None:
    for _ in range(2):
        submit_record(game.pk, seated(game, "white"), f"{BASIC}\n{WON_BY_BLACK}")
    assert (Record.objects.count(), Claim.objects.count()) == (1, 1)


def test_a_record_from_the_arbiter_decides(game: Game, organiser: Account) -> None:
    submit_record(game.pk, organiser, f"{BASIC}\n{WON_BY_BLACK}")
    game.refresh_from_db()
    assert (game.result, last_claim(game)[:3]) == ("0-1", ("arbiter", "record", "0-1"))


def test_bare_turns_are_taken_as_turns_of_the_game(game: Game) -> None:
    assert submit_record(game.pk, seated(game, "white"), WON_BY_BLACK).plies == 24


def test_a_fragment_stays_open_and_claims_nothing(club) -> None:
    game = GameFactory(club=club, rules="gipf-tournament")
    record = submit_record(game.pk, seated(game, "white"), CHAMPIONSHIP)
    assert (record.plies, record.outcome, Claim.objects.count()) == (36, "*", 0)


def test_an_open_record_claims_its_result_tag_when_it_says_how_the_game_ended(game: Game) -> None:
    tags = f'{BASIC}[Termination "resigned"]\n[Result "1-0"]\n'
    submit_record(game.pk, seated(game, "black"), f"{tags}\n1. c2 d2")
    assert last_claim(game)[:3] == ("black", "record", "1-0")


def test_a_result_that_the_moves_do_not_prove_asks_how_the_game_ended(game: Game) -> None:
    with pytest.raises(RecordRefused, match="Add how it ended"):
        submit_record(game.pk, seated(game, "black"), f"{BASIC}\n1. c2 d2 1-0")


@pytest.mark.parametrize("said", ["2-0", "won", "½", ""])
def test_what_is_no_result_is_told_so(game: Game, said: str) -> None:
    with pytest.raises(RecordRefused, match=f"“{said}” is not a result"):
        submit_record(game.pk, seated(game, "black"), f'{BASIC}[Termination "resigned"]\n[Result "{said}"]\n\n1. c2 d2')


def test_a_result_against_the_moves_is_refused(game: Game) -> None:
    with pytest.raises(RecordRefused, match="end the game with 0-1, but the record gives 1-0"):
        submit_record(game.pk, seated(game, "black"), f'{BASIC}[Result "1-0"]\n\n{WON_BY_BLACK}')


def test_comments_are_kept_where_they_stand(game: Game) -> None:
    text = f"{BASIC}\n{{At last}} 1. c2 {{Solid}} (1. a1-b2) d2 *"
    record = submit_record(game.pk, seated(game, "white"), text)
    assert list(record.moves.values_list("ply", "token", "comment")) == [
        (0, "", "{At last}"),
        (1, "c2", "{Solid} (1. a1-b2)"),
        (2, "d2", ""),
    ]


def test_names_are_not_stored(game: Game) -> None:
    tags = f'{BASIC}[White "Secret Name"]\n[Black "Other Name"]\n[Annotator "Third Name"]\n[Date "2026.03.01"]\n'
    record = submit_record(game.pk, seated(game, "white"), f"{tags}\n1. c2 d2")
    assert record.tags == {"Date": "2026.03.01"}


def test_an_illegal_record_is_refused_with_ply_token_reason_and_position(game: Game) -> None:
    with pytest.raises(RecordRefused) as refused:
        submit_record(game.pk, seated(game, "white"), f"{BASIC}\n1. c2 c2 2. f2")
    fault = refused.value.fault
    assert fault is not None
    # White entered c2 in turn 1: nothing enters a spot that is taken.
    assert (fault.ply, fault.token, refused.value.plies) == (2, "c2", 1)
    assert str(refused.value.message).startswith("Turn 1…, c2: ")
    assert fault.position
    assert (Record.objects.count(), Claim.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("tags", "why"),
    [
        ('[Game "gipf"]\n[Rules "standard"]\n', "of “GIPF, standard game”, but this game is “GIPF, basic game”"),
        ('[Game "lyngk"]\n[Rules "main"]\n', "of “LYNGK”, but this game is “GIPF, basic game”"),
        (f'{BASIC}[Options "strict"]\n', "options “strict”, but this game is played without options"),
        (f'{BASIC}[Setup "JJJ"]\n', "set-up “JJJ”, but this game has none"),
        (f'{BASIC}[Handicap "0/2"]\n', "handicap “0/2”, but this game has none"),
        ('[Game "gipf"]\n', "only one of the tags Game and Rules"),
        ('[Rules "basic"]\n', "only one of the tags Game and Rules"),
        (f"{BASIC}{BASIC}", "cannot be read: this should be one record, not 2"),
    ],
)
def test_the_record_of_another_game_is_refused(game: Game, tags: str, why: str) -> None:
    with pytest.raises(RecordRefused, match=why):
        submit_record(game.pk, seated(game, "white"), f"{tags}\n1. c2 d2")
    assert Record.objects.count() == 0


@pytest.mark.parametrize(
    ("options", "handicap", "why"),
    [
        (["repetition_draw"], "", "names no options, but this game is played with “repetition_draw”"),
        ([], "0/2", "names no handicap, but this game has “0/2”"),
    ],
)
def test_a_record_that_leaves_out_what_its_game_has_is_refused(club, options, handicap, why) -> None:
    game = GameFactory(club=club, options=options, handicap=handicap)
    with pytest.raises(RecordRefused, match=why):
        submit_record(game.pk, seated(game, "white"), f"{BASIC}\n1. c2 d2")


@pytest.mark.parametrize("text", ["1.", "1. *", "*", f"{BASIC}\n1. ", BASIC, "{nobody came}", "(1. c2)", "(16)"])
def test_a_record_without_turns_that_claims_nothing_is_refused(game: Game, text: str) -> None:
    with pytest.raises(RecordRefused, match="neither turns nor a result"):
        submit_record(game.pk, seated(game, "white"), text)
    assert Record.objects.count() == 0


def test_a_record_without_turns_that_came_with_its_event_stays(game: Game) -> None:
    """It was kept with a result, which the arbiter has opened again since."""
    keep_records([(game, check_record(game, f'{BASIC}[Result "*"]\n\n*'))], None)
    assert Record.objects.get(game=game).plies == 0


def test_a_game_that_was_resigned_before_its_first_turn_is_kept(game: Game) -> None:
    tags = f'{BASIC}[Termination "resigned"]\n[Result "0-1"]\n'
    assert submit_record(game.pk, seated(game, "white"), f"{tags}\n0-1").plies == 0
    assert last_claim(game)[:3] == ("white", "record", "0-1")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. c2 {open", "Turn 1…, {: a { is unmatched."),
        ("[Game gipf]\n\nc2", "The game cannot start like this: this is not a tag: [Game gipf]."),
        ("c2 " * 30_000, "Turn 1: this is too long for a record: at most 65535 characters per line"),
    ],
)
def test_a_refusal_is_a_sentence(game: Game, text: str, said: str) -> None:
    with pytest.raises(RecordRefused) as refused:
        submit_record(game.pk, seated(game, "white"), text)
    assert str(refused.value.message).startswith(said)


def test_an_even_handicap_is_none(club) -> None:
    game = GameFactory(club=club, handicap="0/0")
    assert submit_record(game.pk, seated(game, "white"), f"{BASIC}\n1. c2 d2").plies == 2


@pytest.mark.parametrize(
    "text", ["", "   \n ", "\0", "hello there", "[", "{never closed", "[Game gipf]\n\n1. c2", "\ud800", "=HYPERLINK(1)"]
)
def test_what_is_no_record_is_refused(game: Game, text: str) -> None:
    with pytest.raises(RecordRefused):
        submit_record(game.pk, seated(game, "white"), text)
    assert Record.objects.count() == 0


def test_a_record_of_five_megabytes_is_refused_with_its_size(game: Game) -> None:
    with pytest.raises(RecordRefused, match="at most 256 KB; this text has 5120 KB"):
        submit_record(game.pk, seated(game, "white"), "c2 d2 " * (5 * 1024 * 1024 // 6) + "c2")


def test_a_closed_event_takes_records_but_no_other_result(game: Game, organiser: Account) -> None:
    claim_result(game.pk, organiser, "1-0", source="desk")
    settle_games(game.parent_scope, datetime.date(2026, 3, 1))
    with pytest.raises(RecordRefused, match="closed with 1-0, but the record gives 0-1"):
        submit_record(game.pk, organiser, f"{BASIC}\n{WON_BY_BLACK}")
    claim_result(game.pk, organiser, "0-1", source="desk", reason="Sheet misread")
    submit_record(game.pk, seated(game, "white"), f"{BASIC}\n{WON_BY_BLACK}")
    assert (Record.objects.count(), Claim.objects.count()) == (1, 2)


def test_strangers_hand_in_nothing(game: Game, stranger: Account) -> None:
    with pytest.raises(NotAllowed):
        submit_record(game.pk, stranger, WON_BY_BLACK)
    assert Record.objects.count() == 0


def test_a_record_of_lyngk_is_held_to_the_set_up_of_its_game(club) -> None:
    told = played("lyngk-main")
    setup, moves = "".join(told["setup"].values()), " ".join(told["moves"])
    game = GameFactory(club=club, rules="lyngk-main", setup=setup)
    tags = f'[Game "lyngk"]\n[Rules "main"]\n[Setup "{setup}"]\n'
    record = submit_record(game.pk, seated(game, "white"), f"{tags}\n{moves}")
    record.refresh_from_db()
    assert (record.plies, record.tally) == (len(told["moves"]), told["tally"])
    with pytest.raises(RecordRefused, match="set-up"):
        submit_record(game.pk, seated(game, "white"), f"{tags.replace(setup, setup[::-1])}\n{moves}")


def test_a_record_that_never_ends_is_refused_before_it_is_written(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rows would be written for seconds, while everybody waits."""
    module = import_module("games.records.services.submit_record")
    monkeypatch.setattr(module, "MOST_TURNS", 23)
    with pytest.raises(RecordRefused, match="A record has at most 23 turns"):
        submit_record(game.pk, seated(game, "white"), f"{BASIC}\n{WON_BY_BLACK}")
    assert not Record.objects.exists()
    monkeypatch.setattr(module, "MOST_TURNS", 24)
    assert submit_record(game.pk, seated(game, "white"), f"{BASIC}\n{WON_BY_BLACK}").plies == 24


def test_a_record_that_waits_to_be_stored_holds_no_positions(game: Game) -> None:
    """With hundreds of them in a file, a pass of the garbage collector over the positions stopped everything."""
    checked = check_record(game, f"{BASIC}\n{WON_BY_BLACK}")
    assert len(checked.moves) == 24 and len(checked.keys) == 25
    assert tracked_below(checked) < 2 * 24


def tracked_below(root: object) -> int:
    """How many objects the garbage collector looks at, for as long as it is told that `root` is there."""
    gc.collect()  # tuples of plain values are let go by it
    seen: dict[int, object] = {}
    waiting: list[object] = [root]
    while waiting:
        each = waiting.pop()
        if gc.is_tracked(each) and id(each) not in seen and not isinstance(each, type | ModuleType):
            seen[id(each)] = each
            waiting.extend(gc.get_referents(each))
    return len(seen)
