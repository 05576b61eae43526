"""What holds for every game on the kit: texts come back, effects make the next position, touches make the turns."""

import json
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.kit.effects import read_effects, write_effects
from gipf_engine.rules.base import Rules
from gipf_engine.rules.certificate import certify_position, certify_record, verify
from gipf_engine.rules.nearest import nearest_turns
from gipf_engine.rules.perft import perft
from gipf_engine.rules.record import GameRecord
from gipf_engine.rules.steps import byte_length, to_table, turns
from testing.engine.rules.gipf_data import GAMES
from testing.engine.rules.kit_data import RULES, held_games, play_both, random_position
from testing.marks import WHOLE, examples, first

TREES = json.loads((GAMES / "perft-kit.json").read_text())
SOME_TURNS = 40
KEYS = pytest.mark.parametrize("key", RULES)
positions = st.builds(
    lambda key, seed, plies: random_position(key, seed, plies)[-1],
    st.sampled_from(sorted(RULES)),
    st.integers(0, 2**32),
    st.integers(0, 70),
)
some = examples(10)


# --- against others -------------------------------------------------------------------------------------------


@KEYS
@pytest.mark.parametrize("seed", first(1, (1, 2)))
def test_the_reference_engine_plays_the_same_games(key, seed):
    play_both(key, seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "games"),
    [("dvonn-placed", 100), ("dvonn-drawn", 100), ("tzaar-drawn", 60), ("tzaar-fixed", 30), ("tzaar-placed", 30)],
)
def test_the_reference_engine_plays_the_same_games_many_times(key, games):
    for seed in range(10, 10 + games):
        play_both(key, seed)


VARIANT = {
    "dvonn": lambda _setup: "placed",
    "tzaar": lambda _setup: "drawn",
    "yinsh": lambda _setup: "normal",
    "zertz": lambda setup: "blitz" if setup["blitz"] else setup["rings"],
}
HELD_SCORE = {
    "dvonn": lambda score: [[score["W"]], [score["B"]]],
    "yinsh": lambda score: [[score["W"]], [score["B"]]],
    "zertz": lambda score: [[each[colour] for colour in "WGB"] for each in score],
}


@pytest.mark.parametrize("name", VARIANT)
def test_held_games_have_the_stated_turns_and_ends(name):
    for game in held_games(name):
        setup = game["setup"]
        position = RULES[f"{name}-{VARIANT[name](setup)}"].start(setup.get("board", ""))
        for token, count in zip(game["turns"].split(), game["counts"], strict=True):
            assert sum(1 for turn in position.legal_moves()) == count
            position = position.play(position.parse(token))
        assert position.outcome.reason == game["reason"].replace(" ", "-")
        assert (
            position.outcome.result == {"W": "1-0", "B": "0-1", 0: "1-0", 1: "0-1", "draw": "1/2-1/2"}[game["result"]]
        )
        if name in HELD_SCORE:
            assert [list(each) for each in position.outcome.tally] == HELD_SCORE[name](game["score"])


@pytest.mark.parametrize("tree", TREES["yinsh"]["placed"], ids=["1", "2", "3"])
def test_the_tree_of_turns_of_yinsh_has_the_stated_size(tree):
    position = RULES["yinsh-normal"].start()
    assert [perft(position, 1), perft(position, 2)] == TREES["yinsh"]["start"][:2]
    for white, black in zip(tree["white"].split(), tree["black"].split(), strict=True):
        position = position.play(white).play(black)
    assert [perft(position, 1), perft(position, 2)] == tree["counts"]


def test_the_tree_of_turns_of_zertz_has_the_stated_size():
    for rings, counts in TREES["zertz"].items():
        assert perft(RULES[f"zertz-{rings}"].start(), 1) == counts[0]


@pytest.mark.parametrize("tree", TREES["dvonn"]["drawn"], ids=["1", "2", "3", "4", "5"])
def test_the_tree_of_turns_of_dvonn_has_the_stated_size(tree):
    assert [perft(RULES["dvonn-placed"].start(), depth) for depth in (1, 2)] == TREES["dvonn"]["start"][:2]
    position = RULES["dvonn-drawn"].start(tree["setup"])
    assert [perft(position, depth) for depth in (1, 2, 3)] == tree["counts"][:3]


@pytest.mark.parametrize("tree", TREES["tzaar"]["drawn"], ids=["1", "2", "3"])
def test_the_tree_of_turns_of_tzaar_has_the_stated_size(tree):
    assert [perft(RULES["tzaar-placed"].start(), depth) for depth in (1, 2)] == TREES["tzaar"]["start"]
    position = RULES["tzaar-drawn"].start(tree["setup"])
    assert [perft(position, depth) for depth in (1, 2)] == tree["counts"]


@pytest.mark.slow
def test_the_larger_tree_of_dvonn_has_the_stated_size():
    """Compiled code counts those of drawn boards to depth 4: tests/engine/analysis/test_kit_kernels.py."""
    assert perft(RULES["dvonn-placed"].start(), 3) == TREES["dvonn"]["start"][2]


@pytest.mark.slow
def test_the_larger_tree_of_yinsh_has_the_stated_size():
    """Compiled code counts that of ZÈRTZ, and all of these once more: tests/engine/analysis/test_kit_kernels.py."""
    assert perft(RULES["yinsh-normal"].start(), 3) == TREES["yinsh"]["start"][2]


# --- what the kit promises ------------------------------------------------------------------------------------


@some
@given(positions)
def test_a_position_text_gives_the_same_position_back(position):
    again = position.rules.position(position.text())
    assert (again, hash(again), again.text()) == (position, hash(position), position.text())
    assert (again.turn, again.outcome, again.key()) == (position.turn, position.outcome, position.key())


@some
@given(positions)
def test_what_is_touched_makes_just_the_legal_turns(position):
    legal = list(position.legal_moves())
    assert len(legal) == len(set(legal))
    assert {position.parse(text) for text in turns(position.steps())} == set(legal)
    assert all(position.parse(turn) == turn for turn in legal)


@some
@given(positions)
def test_touches_tell_what_the_turn_does(position):
    def ways(steps, text="", told=()):
        for step in steps.steps[:6]:
            if step.then is None:
                yield text + step.text, (*told, step.tell())
            else:
                yield from ways(step.then(), text + step.text, (*told, step.tell()))

    for text, told in islice(ways(position.steps()), 20):
        assert " ".join(filter(None, told)) == position.told(text)


@some
@given(positions)
def test_choices_can_be_told_apart_and_lead_on(position):
    def look(moment, depth=0):
        texts = [choice.text for choice in moment.choices]
        places = [frozenset(choice.points) for choice in moment.choices if choice.label is None]
        assert len(texts) == len(set(texts))
        assert len(places) == len(set(places))
        assert texts or depth
        for choice in moment.choices[:6]:
            assert moment.find(choice.text) == choice
            look(moment.after(choice), depth + 1)

    if position.turn is not None:
        look(position.moment_after(""))


@some
@given(positions)
def test_effects_make_the_next_position_choice_by_choice(position):
    for turn in islice(position.legal_moves(), SOME_TURNS):
        told = position.tell(turn)
        assert read_effects(write_effects(told)) == tuple(told)
        after = position.state.apply(told)
        following = position.play(turn).state
        assert (after.points, after.piles) == (following.points, following.piles)
        moment, seen = position.moment_after(turn), position.state
        text = ""
        for choice in moment.made:
            text += choice.text
            assert told[: len(position.tell(text))] == position.tell(text)
            seen = seen.apply(position.rules.effects(seen, choice))
        assert seen == moment.state


@some
@given(positions)
def test_what_a_turn_did_can_be_drawn_and_written(position):
    for turn in islice(position.legal_moves(), SOME_TURNS):
        effects = position.effects(turn)
        spots = position.play(turn).view().spots
        assert all(spots[point] == stack for point, stack in effects.placed.items())
        assert not any(spots.get(point) for point in effects.removed if point not in effects.path)
        assert position.notation(turn) == turn


@some
@given(positions)
def test_mirror_images_have_one_key(position):
    table = position.state
    images = table.equipment.board.symmetries.images
    for image in images[:: max(1, len(images) // 3)]:
        there = {image[name]: stack for name, stack in zip(table.equipment.board.names, table.points, strict=True)}
        points = tuple(there[name] for name in table.equipment.board.names)
        turned = type(table)(table.equipment, points, table.piles, table.mover, table.memo)
        assert type(position)(position.rules, turned).key() == position.key()


@KEYS
def test_the_table_for_a_browser_can_be_made_and_positions_drawn_with_letters(key):
    for position in random_position(key, 5, 40)[:: 4 if WHOLE else 10]:
        rows = len(to_table(position.steps(), most=100_000)["rows"])
        assert rows < (450 if key.startswith("tzaar") else 150)  # TZAAR: thousands of turns of two actions
        for most in (900, 3_000):
            table = to_table(position.steps(), most=most)
            assert byte_length(table) <= most or len(table["rows"]) == 1
        assert position.ascii().count("\n") > 10
    assert position.turn is None or len(nearest_turns(position, "e5-e6", 2)) > 0


@KEYS
def test_turns_come_lazily(key):
    assert next(iter(random_position(key, 1, 0)[0].legal_moves()))


@pytest.mark.slow
@KEYS
def test_a_game_that_is_over_can_be_certified(key):
    game = random_position(key, 11, 400)
    tokens = [next(turn for turn in one.legal_moves() if one.play(turn) == after) for one, after in pairwise(game)]
    rules = RULES[key]
    tags = {"Game": rules.game, "Rules": rules.variant}
    if rules.chance:
        tags["Setup"] = "".join(game[0].state.points)
    record = GameRecord(tags=tags, tokens=tuple(tokens), result="*")
    for certificate in (certify_record(record), certify_position(rules, game[-1].text())):
        assert verify(certificate) == []
        assert certificate["result"] == game[-1].outcome.result


@KEYS
def test_all_that_rules_say_is_there(key):
    rules = RULES[key]
    assert rules.explain()
    assert rules.key == f"{rules.game}-{rules.variant}"
    last = random_position(key, 3, 400)[-1]
    if type(rules).explain_outcome is Rules.explain_outcome:
        assert str(rules.explain_outcome(last.outcome)) == rules.end_reasons[last.outcome.reason]
    assert not rules.score_names or rules.score(last).lines[0].key in rules.score_names
