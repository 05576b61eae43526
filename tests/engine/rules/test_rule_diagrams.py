"""The pictures of the rules show what their captions say: what changes in each is written down here by hand."""

from itertools import combinations

import pytest

from gipf_engine.diagrams import draw
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.errors import RuleError
from tests.toy_game import registered
from tests.view_data import held, stacks


def told(key, options=frozenset()):
    return {picture.key: picture for chapter in rules_for(key, options).chapters() for picture in chapter.pictures}


RULE_SETS = [
    (key, frozenset(options))
    for key, rules in sorted(all_rules().items())
    for count in range(len(rules.option_help) + 1)
    for options in combinations(rules.option_help, count)
]


def name(value):
    return value if isinstance(value, str) else "+".join(sorted(value))


@pytest.mark.parametrize(("key", "options"), RULE_SETS, ids=name)
def test_every_picture_is_a_position_and_its_turn_is_legal_or_refused_as_it_says(key, options):
    rules = rules_for(key, options)
    pictures = [picture for chapter in rules.chapters() for picture in chapter.pictures]
    assert len({picture.key for picture in pictures}) == len(pictures)
    for picture in pictures:
        position = rules.position(picture.position)
        assert position.text() == picture.position
        if picture.refused:
            with pytest.raises(RuleError):
                position.parse(picture.move)
        elif picture.move:
            assert position.notation(position.parse(picture.move)) == picture.move
            assert draw(
                position.play(position.parse(picture.move)).view(), position.effects(position.parse(picture.move))
            )


@pytest.mark.parametrize(("key", "options"), RULE_SETS, ids=name)
def test_chapters_have_titles_and_words_and_are_what_is_explained(key, options):
    rules = rules_for(key, options)
    chapters = rules.chapters()
    assert all(str(chapter.title) and chapter.paragraphs for chapter in chapters)
    assert [str(message) for chapter in chapters for message in chapter.paragraphs] == [str(p) for p in rules.explain()]
    shown = " ".join(map(str, rules.explain()))
    assert "%(" not in shown
    for option in options:
        assert str(rules.explain()) != str(rules_for(key, options - {option}).explain())


@pytest.mark.parametrize(
    ("key", "refused"),
    [
        ("gipf-basic", {"full": "the line is full", "must": "you must take the row f2–f6 first"}),
        ("gipf-standard", {"full": "the line is full", "must": "you must take the row f2–f6 first"}),
        (
            "gipf-tournament",
            {
                "full": "the line is full",
                "must": "you must take the row f2–f6 first",
                "closed": "from then on only singles can come in",
            },
        ),
        *(
            (
                f"lyngk-{variant}",
                {
                    "theirs": "blue is your opponent's colour",
                    "blocked": "e4 is in the way",
                    "twice": "blue would be in the stack twice",
                    "joker-alone": "a joker cannot move",
                    "climb": "may not land on a higher stack",
                    "no-springboard": "not on one line",
                },
            )
            for variant in ("main", "six")
        ),
    ],
)
def test_what_is_refused_is_refused_for_the_reason_that_is_told(key, refused):
    pictures = told(key)
    assert {picture.key for picture in pictures.values() if picture.refused} == set(refused)
    for picture_key, words in refused.items():
        with pytest.raises(RuleError, match=words):
            rules_for(key).position(pictures[picture_key].position).parse(pictures[picture_key].move)


def changes(key, picture, options=frozenset()):
    """What the turn of a picture does: spots that look otherwise afterwards, and what lies beside the board."""
    position = rules_for(key, options).position(picture.position)
    after = position.play(position.parse(picture.move))
    old, new = position.view(), after.view()
    spots = {spot: "".join(stack) for spot, stack in new.spots.items() if old.spots[spot] != stack}
    before, beside = ([held(view, seat) for seat in (0, 1)] for view in (old, new))
    return spots, before, beside, after.outcome and (after.outcome.result, after.outcome.reason)


GIPF = {
    # picture: changed spots, White's reserve by how much, pieces that White captures, the end
    "push": ({"d2": "W"}, -1, 0, None),
    "bump": ({"e2": "W", "e3": "WW", "e4": "B", "e5": "W"}, -1, 0, None),
    "row": ({"d2": "", "d3": "", "d4": "", "d5": ""}, +3, 1, None),
    "gap": ({"d2": "", "d3": "", "d4": ""}, +3, 0, None),
    "before": ({"d2": "W", "f2": "", "f3": "", "f4": "", "f5": "", "f6": ""}, +3, 1, None),
    "crossing": ({"d3": "", "d4": "", "d5": "", "d6": "", "f2": "W"}, +3, 0, None),
    "gipf-stays": ({"d2": "", "d3": "", "d4": "", "d5": "WW"}, +2, 0, None),
    "gipf-goes": ({"d2": "", "d3": "", "d4": ""}, +4, 0, None),
    "gipf-captured": ({"d2": "", "d3": "", "d4": "", "d5": ""}, +3, 2, None),
    "gipf-row": ({"f2": "W"}, -1, 0, None),
    "opening": ({"d2": "WW"}, -2, 0, None),
    "last-gipf": ({"d2": "", "d3": "", "d4": "", "d5": ""}, +3, 2, ("1-0", "gipf")),
}
BASIC = {"push", "bump", "row", "gap", "before", "crossing"}
STANDARD = BASIC | {"gipf-stays", "gipf-goes", "gipf-captured", "last-gipf"}


@pytest.mark.parametrize(
    ("key", "known"),
    [("gipf-basic", BASIC), ("gipf-standard", STANDARD), ("gipf-tournament", STANDARD | {"gipf-row", "opening"})],
)
def test_turns_of_gipf_do_what_their_captions_say(key, known):
    played = {name: picture for name, picture in told(key).items() if picture.move and not picture.refused}
    assert set(played) == known
    for name, picture in played.items():
        spots, reserve, captured, end = GIPF[name]
        if key == "gipf-basic":
            spots = {spot: pieces[:1] for spot, pieces in spots.items()}
        if name == "bump":  # e2 has another piece than before; in the basic game it looks the same
            spots = spots if key != "gipf-basic" else {spot: spots[spot] for spot in ("e3", "e4", "e5")}
        done, old, new, ended = changes(key, picture)
        assert (done, ended) == (spots, end), name
        assert new[0]["reserve"] - old[0]["reserve"] == reserve, name
        assert new[0]["captured"] - old[0]["captured"] == captured, name
        assert new[1] == old[1], name


def test_positions_without_a_turn_show_what_their_captions_say():
    for key in ("gipf-basic", "gipf-standard", "gipf-tournament"):
        empty = rules_for(key).position(told(key)["reserve"].position)
        assert empty.view().pool("reserve", 0).count == 0
        assert (empty.outcome.result, empty.outcome.reason) == ("0-1", "reserve")
        assert told(key)["start"].position == rules_for(key).start().text()
    for key in ("lyngk-main", "lyngk-six"):
        forced = rules_for(key).position(told(key)["pass"].position)
        assert list(forced.legal_moves()) == ["pass"]
        assert next(iter(forced.play("pass").legal_moves())).startswith("e4-")
        start = rules_for(key).position(told(key)["start"].position)
        assert sorted("".join(stacks(start.view()).values())) == sorted("IBRGK" * 8 + "JJJ")


@pytest.mark.parametrize(
    ("key", "options", "result", "rows"),
    [
        ("lyngk-main", (), "1-0", ((2, 1, 0, 0, 0), (2, 0, 1, 0, 0))),
        ("lyngk-main", ("literal_tie",), "1/2-1/2", ((2, 1, 0, 0, 0), (2, 0, 1, 0, 0))),
        ("lyngk-six", (), "1-0", ((1, 0, 0, 0, 0), (0, 1, 0, 0, 0))),
    ],
)
def test_the_end_of_lyngk_is_counted_as_its_caption_says(key, options, result, rows):
    rules = rules_for(key, frozenset(options))
    outcome = rules.position(told(key, frozenset(options))["tie"].position).outcome
    assert (outcome.result, outcome.reason, outcome.tally) == (result, "no-moves", rows)


LYNGK = {
    # picture: changed spots, what White has claimed and completed afterwards, the end
    "claim": ({"e3": "", "e4": "RB"}, "B", 0, None),
    "far": ({"e2": "", "e5": "BR"}, "", 0, None),
    "joker": ({"e3": "", "e4": "JR"}, "", 0, None),
    "own-climbs": ({"e3": "", "e4": "GKR"}, "R", 0, None),
    "lyngk": ({"e1": "", "g6": "BR"}, "R", 0, None),
    "column": ({"e3": "", "e4": ""}, "R", 1, None),
    "neutral-column": ({"e3": "", "e4": "KIGBR"}, "", 0, None),
    "captured": ({"c3": "", "c4": "BR", "e4": ""}, "R", 1, None),
    "five-stays": ({"e3": "", "e4": "GKBIR"}, "R", 0, None),
    "six": ({"e3": "", "e4": "GKBIJR"}, "R", 1, ("1-0", "six-stack")),
    "neutral-six": ({"e3": "", "e4": "KJGBRI"}, "R", 0, None),
}
COMMON = {"claim", "far", "joker", "own-climbs", "lyngk"}


@pytest.mark.parametrize(
    ("key", "options", "known"),
    [
        ("lyngk-main", frozenset(), COMMON | {"column", "neutral-column"}),
        ("lyngk-main", frozenset({"claim_captures"}), COMMON | {"column", "neutral-column", "captured"}),
        ("lyngk-six", frozenset(), COMMON | {"five-stays", "six", "neutral-six"}),
    ],
    ids=name,
)
def test_turns_of_lyngk_do_what_their_captions_say(key, options, known):
    played = {name: picture for name, picture in told(key, options).items() if picture.move and not picture.refused}
    assert set(played) == known
    for name, picture in played.items():
        spots, claimed, completed, end = LYNGK[name]
        done, _old, new, ended = changes(key, picture, options)
        assert (done, ended) == (spots, end), name
        assert new[0]["claimed"].replace(",", "") == claimed, name
        assert len([column for column in new[0]["captured"].split(",") if column]) == completed, name


def test_the_lyngk_goes_over_both_springboards():
    position = rules_for("lyngk-main").position(told("lyngk-main")["lyngk"].position)
    assert position.effects(position.parse("e1-g6")).path == ("e1", "e4", "g3", "g6")


def test_a_game_without_chapters_is_told_in_one():
    with registered() as key:  # it tells itself in one paragraph
        (chapter,) = rules_for(key).chapters()
    told_as = "Whoever fills the triangle wins."
    assert (str(chapter.title), [str(each) for each in chapter.paragraphs], chapter.pictures) == (
        "The rules",
        [told_as],
        (),
    )
