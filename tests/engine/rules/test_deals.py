"""Draws of deals that anybody can check: commitment, skipped numbers, par, and what is not as it was published."""

import hashlib
import json
import subprocess
from itertools import islice

import pytest

from gipf_engine.commands.runner import main
from gipf_engine.rules import rules_for
from gipf_engine.rules.deals import DealSource, check_draw, publish
from gipf_engine.rules.errors import BadSetup
from testing import PROJECT
from tests.engine.rules.guowuguan_data import VARIANTS

SEED = "ab" * 32
LIMIT = 100_000


@pytest.fixture(scope="module")
def source():
    return DealSource(rules_for("guowuguan-gwg"), LIMIT)


@pytest.fixture(scope="module")
def draw(source):
    return publish(source, SEED, 3)


def test_the_commitment_is_the_hash_that_a_shell_makes(source):
    text = f"guowuguan-setup-1:guowuguan-beam-1:{LIMIT}:guowuguan-gwg:{SEED}"
    done = subprocess.run(["sha256sum"], input=text.encode(), capture_output=True, check=True)
    assert source.commitment(SEED) == done.stdout.split()[0].decode()
    optional = DealSource(rules_for("guowuguan-okuan", {"refill_empty_levels"}), LIMIT)
    assert "guowuguan-okuan+refill_empty_levels" in optional.commitment_text(SEED)


def test_everything_that_decides_the_deals_is_in_the_commitment(source):
    others = [
        DealSource(rules_for("guowuguan-gwg"), LIMIT + 1).commitment(SEED),
        DealSource(rules_for("guowuguan-simplified"), LIMIT).commitment(SEED),
        source.commitment("ba" * 32),
    ]
    assert len({source.commitment(SEED), *others}) == 4


@pytest.mark.slow
def test_deals_are_those_of_the_recipe_and_what_is_not_won_is_skipped(source, draw):
    candidates = list(islice(source.candidates(SEED), 4))
    assert [each.par for each in candidates].count(None) == 1
    assert draw["skipped"] == [each.number for each in candidates if each.par is None] == [2]
    assert [deal["number"] for deal in draw["deals"]] == [1, 3, 4]
    for deal in draw["deals"]:
        own = hashlib.sha256(f"guowuguan-setup-1:{SEED}:board:{deal['number']}".encode()).hexdigest()
        assert deal["setup"] == shuffled_otherwise(own)


def shuffled_otherwise(seed):
    """The recipe written another way: all bytes at once, tiles chosen from the end."""
    digests = [hashlib.sha256(f"guowuguan-setup-1:{seed}:{block}".encode()).digest() for block in range(8)]
    pool = list(b"".join(digests))
    twice = ("66", "55", "44", "33", "22", "11", "65", "64", "61", "51", "31")
    kinds = [f"{high}{low}" for high in range(6, 0, -1) for low in range(high, 0, -1)]
    rest = [tile for tile in kinds for _copy in range(2 if tile in twice else 1)]
    laid = []
    while len(rest) > 1:
        usable = (256 // len(rest)) * len(rest)
        while pool[0] >= usable:
            del pool[0]
        place = pool.pop(0) % len(rest)
        rest[place], rest[-1] = rest[-1], rest[place]
        laid.insert(0, rest.pop())
    return "".join(rest + laid)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_script_that_players_are_given_lays_out_the_same(variant):
    chance = rules_for(f"guowuguan-{variant}").chance
    for number in range(4):
        seed = hashlib.sha256(f"script {number}".encode()).hexdigest()
        done = subprocess.run(["sh", "-c", f"seed={seed}\n{chance.script}"], capture_output=True, check=True)
        assert done.stdout.decode() == chance.draw(seed) + "\n"


def test_a_draw_is_right_as_it_was_published_and_wrong_as_soon_as_anything_is_changed(draw):
    again = json.loads(json.dumps(draw))
    assert check_draw(again) == []
    deals = again["deals"]
    for name, changed in (
        ("skipped", []),
        ("commitment", "0" * 64),
        ("solver", "other"),
        ("recipe", "other"),
        ("format", "other"),
        ("deals", [deals[0] | {"par": 1}, *deals[1:]]),
        ("deals", [deals[1], deals[0], deals[2]]),
        ("more", 1),
    ):
        (fault,) = check_draw(again | {name: changed})
        assert str(fault) == f"“{name}” does not follow from the seed."
    assert len(check_draw(again | {"seed": "ba" * 32})) >= 2


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "nonsense"},
        {"seed": None},
        {"rules": "gipf-basic"},
        {"rules": 3},
        {"deals": []},
        {"limit": 0},
        {"limit": "3"},
        {"limit": 10**12},
        {"options": ["no_such"]},
    ],
    ids=str,
)
def test_what_is_no_draw_is_refused_in_a_sentence(draw, change):
    (fault,) = check_draw(draw | change)
    assert str(fault)[:5] in ("These", "This ")


def test_games_without_a_solver_have_no_deals():
    with pytest.raises(BadSetup, match="no deals for the solver"):
        DealSource(rules_for("lyngk-main"), LIMIT)


def test_commands_draw_check_and_solve_without_a_database(draw, tmp_path, capsys):
    arguments = ["drawdeals", "guowuguan-gwg", SEED, "3", "--limit", str(LIMIT)]
    assert main([*arguments, "--commitment"]) == 0
    assert capsys.readouterr().out == draw["commitment"] + "\n"
    assert main(arguments) == 0
    made = tmp_path / "draw.json"
    made.write_text(capsys.readouterr().out)
    noted = ["--commitment", draw["commitment"], "--count", "3"]
    assert main(["checkdraw", str(made), *noted]) == 0
    pars = ", ".join(str(deal["par"]) for deal in draw["deals"])
    assert capsys.readouterr().out == f"{made}: all of it follows from the seed; par {pars}\n"
    assert main(["checkdraw", str(made), "--commitment", "0" * 64, "--count", "3"]) == 1
    assert capsys.readouterr().err == f"{made}: The commitment is not the one that was shown before.\n"
    assert main(["solve", "guowuguan-gwg", "--setup", draw["deals"][0]["setup"]]) == 0
    answer = json.loads(capsys.readouterr().out)
    position = rules_for("guowuguan-gwg").start(draw["deals"][0]["setup"])
    for token in answer["turns"]:
        position = position.play(position.parse(token))
    assert position.outcome.result == "won"
    assert answer["par"] == draw["deals"][0]["par"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["drawdeals", "guowuguan-gwg", "xyz", "3"], "64 lower-case hexadecimal digits"),
        (["drawdeals", "guowuguan-gwg", SEED, "0"], "COUNT is 1 to"),
        (["drawdeals", "lyngk-main", SEED, "1"], "no deals for the solver"),
        (["solve", "gipf-basic", "--seed", SEED], "has no solver"),
        (["solve", "guowuguan-gwg", "--setup", "12"], "64 digits"),
        (["solve", "guowuguan-gwg", "--seed", SEED, "--limit", "0"], "the limit is 1 to"),
    ],
)
def test_bad_arguments_are_told_in_a_sentence(capsys, arguments, words):
    assert main(arguments) == 1
    assert words in capsys.readouterr().err.replace("this one 2", "64 digits")


def test_files_that_hold_no_draw_are_told(tmp_path, capsys):
    broken = tmp_path / "broken.json"
    for content in ("{", "[]", '"x"'):
        broken.write_text(content)
        assert main(["checkdraw", str(broken)]) == 2
        assert str(broken) in capsys.readouterr().err
    assert main(["checkdraw", str(tmp_path / "none.json")]) == 2


def test_a_draw_is_not_proven_without_what_was_noted_before(draw, tmp_path, capsys):
    made = tmp_path / "draw.json"
    made.write_text(json.dumps(draw))
    assert main(["checkdraw", str(made)]) == 4
    err = capsys.readouterr().err
    assert "not proven: that the seed was fixed before" in err and "not proven: that no deal at the end" in err
    assert main(["checkdraw", str(made), "--commitment", draw["commitment"]]) == 4
    assert main(["checkdraw", str(made), "--count", "3"]) == 4


def test_a_draw_whose_last_deal_was_left_out_is_found_by_the_count(draw, tmp_path, capsys):
    made = tmp_path / "draw.json"
    made.write_text(json.dumps(draw | {"deals": draw["deals"][:2]}))
    noted = ["--commitment", draw["commitment"]]
    assert main(["checkdraw", str(made), *noted, "--count", "3"]) == 1
    assert capsys.readouterr().err == f"{made}: There are 2 deals, and 3 were to be played.\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"limit": 1, "limit": 2}', "“limit” is there twice"),
        ('{"limit": 1.0}', "1.0 is not written as a whole number"),
        ('{"limit": NaN}', "NaN is not written as a whole number"),
    ],
)
def test_a_draw_that_readers_may_understand_in_two_ways_is_not_read(tmp_path, capsys, text, why):
    made = tmp_path / "draw.json"
    made.write_text(text)
    assert main(["checkdraw", str(made)]) == 2
    assert capsys.readouterr().err == f"{made}: {why}\n"


def test_true_does_not_pass_for_one(draw):
    deal = draw["deals"][0]
    (fault,) = check_draw(draw | {"deals": [deal | {"number": True}, *draw["deals"][1:]]})
    assert str(fault) == "“deals” does not follow from the seed."


def test_the_example_of_the_docs_is_true():
    page = (PROJECT / "docs" / "deals.md").read_text()
    source = DealSource(rules_for("guowuguan-gwg"), 3_000_000)
    assert source.commitment(SEED) in page
    pars = ", ".join(str(deal["par"]) for deal in publish(source, SEED, 3)["deals"])
    assert f"par {pars}\n" in page
