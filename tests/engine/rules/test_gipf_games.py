"""135 reference games replay to their stated ends, with the stated number of turns at every ply."""

import json

import pytest

from gipf_engine.rules import rules_for
from gipf_engine.rules.record import read_record
from gipf_engine.rules.verdict import canonical, check
from testing.engine.rules import gipf_data as data
from tests.view_data import held, stacks


@pytest.mark.parametrize("variant", data.VARIANTS)
def test_every_ply_has_the_stated_number_of_turns(variant):
    rules = rules_for(f"gipf-{variant}")
    for game in data.games(variant):
        position = rules.start()
        for ply, wanted in enumerate(game["legal"]):
            turns = list(position.legal_moves())
            assert sum(data.dots(position, turn) for turn in turns) == wanted, (game["seed"], ply)
            assert len(set(turns)) == len(turns)
            if ply < len(game["moves"]):
                position = position.play(position.parse(data.gf1_token(game["moves"][ply])))


@pytest.mark.parametrize("variant", data.VARIANTS)
def test_turns_lead_to_the_stated_number_of_different_positions(variant):
    rules = rules_for(f"gipf-{variant}")
    for game in data.games(variant)[::9]:
        position = rules.start()
        for ply, wanted in enumerate(game["distinct_next"]):
            assert len({position.play(turn).text() for turn in position.legal_moves()}) == wanted, (game["seed"], ply)
            if ply < len(game["moves"]):
                position = position.play(position.parse(data.gf1_token(game["moves"][ply])))


@pytest.mark.parametrize("variant", data.VARIANTS)
def test_every_game_ends_as_stated(variant):
    rules = rules_for(f"gipf-{variant}")
    for game in data.games(variant):
        position = rules.start()
        for token in data.tokens(game):
            assert position.outcome is None
            position = position.play(position.parse(token))
        assert position.turn is None
        assert not list(position.legal_moves())
        assert position.outcome.result == {"W": "1-0", "B": "0-1"}[game["result"]]
        assert position.outcome.reason == game["reason"]
        view, final = position.view(), game["final"]
        assert stacks(view) == data.board(final["board"])
        assert [held(view, seat)["reserve"] for seat in (0, 1)] == [final["reserve"]["W"], final["reserve"]["B"]]
        # the data count whose pieces were captured, a view whose they are now
        assert [held(view, seat)["captured"] for seat in (0, 1)] == [final["captured"]["B"], final["captured"]["W"]]


@pytest.mark.parametrize("variant", data.VARIANTS)
def test_every_written_form_of_a_game_reads_back_as_the_same_turns(variant):
    rules = rules_for(f"gipf-{variant}")
    for game in data.games(variant)[::5]:
        position = rules.start()
        for token in data.tokens(game):
            turn = position.parse(token)
            assert position.parse(position.notation(turn)) == turn
            assert position.parse(position.notation(turn, "gf1")) == turn
            position = position.play(turn)


def test_the_world_championship_game_of_2001_is_legal_as_it_was_first_written():
    source = json.loads((data.GAMES / "game010821_01.json").read_text())
    record = read_record(f'[Game "gipf"]\n[Rules "tournament"]\n\n{source["source_text"]}')
    verdict = check(record)
    assert verdict.legal
    assert verdict.plies == 36
    assert [str(held(position.view(), ply % 2)["reserve"]) for ply, position in enumerate(verdict.positions[:-1])] == [
        str(move["reserve_before"][move["colour"]]) for move in source["moves"]
    ]
    official = canonical(record, verdict).tokens
    assert official[18:23] == ("a4-d7", "a4-e8", "d8-d4", "e9-e5;xc5,d6,e7,f7", "xe6,g4;b6-d6")
    assert official[-1] == "b4;xb4,Gf3*"


def test_the_opening_of_the_world_championship_game_of_2000_keeps_its_reserves():
    source = json.loads((data.GAMES / "game000826_03_partial.json").read_text())
    turns = " ".join(move["text"].removesuffix(")") + ")" for move in source["moves"])
    verdict = check(read_record(f'[Game "gipf"]\n[Rules "tournament"]\n\n{turns}'))
    assert verdict.legal
    assert verdict.plies == 8
