"""The English of pages keeps the rules of docs/style.md: the linter finds what it should, and no fault is left."""

from __future__ import annotations

import json
from functools import cache
from typing import NotRequired, TypedDict

import pytest
from django.conf import settings

from tools import english


class Pair(TypedDict):
    """A sentence as it was, and what replaced it; `breaks` names the rules that the former one broke."""

    before: str
    after: str
    breaks: NotRequired[list[str]]


REWRITTEN = json.loads((settings.BASE_DIR / "tests" / "data" / "words" / "pairs.json").read_text(encoding="utf-8"))
CAUGHT: list[Pair] = [pair for pair in REWRITTEN if "breaks" in pair]


@cache
def texts() -> list[tuple[tuple[str, ...], str]]:
    return list(english.texts(settings.BASE_DIR))


def test_no_text_breaks_a_rule() -> None:
    found = [
        (fault, form, file)
        for forms, file in texts()
        if not file.startswith(english.NOT_OURS)
        for form in forms
        for fault in english.faults(form)
    ]
    assert found == []


def test_every_number_before_things_has_a_form_for_one() -> None:
    found = [forms[0] for forms, file in texts() if len(forms) == 1 and english.counts_without_plural(forms[0])]
    assert found == []


def test_every_button_begins_with_a_verb() -> None:
    labels = english.buttons(settings.BASE_DIR)
    assert len(labels) > 100
    assert {label: file for label, file in labels.items() if not english.is_act(label)} == {}


def test_two_hundred_sentences_were_rewritten_and_none_is_left() -> None:
    forms = {form for each, _file in texts() for form in each}
    assert len({pair["before"] for pair in REWRITTEN}) >= 200
    assert [pair["before"] for pair in REWRITTEN if pair["before"] in forms] == []


def test_forty_old_sentences_at_least_are_caught() -> None:
    assert len(CAUGHT) >= 40
    assert {fault for pair in CAUGHT for fault in pair["breaks"]} >= {rule.name for rule in english.RULES} - {"one"}


@pytest.mark.parametrize("pair", CAUGHT, ids=lambda pair: pair["before"][:40])
def test_an_old_sentence_is_caught_and_its_replacement_is_not(pair: Pair) -> None:
    assert english.faults(pair["before"]) == pair["breaks"]
    assert english.faults(pair["after"]) == []


@pytest.mark.parametrize("rule", english.RULES, ids=lambda rule: rule.name)
def test_each_rule_catches_its_own_example_and_lets_its_remedy_pass(rule: english.Rule) -> None:
    assert rule.name in english.faults(rule.example)
    assert english.faults(rule.instead) == []


@pytest.mark.parametrize(
    ("text", "caught"),
    [
        ("%(count)d games are open.", True),
        ("At most %(count)d games are kept.", False),
        ("%(count)d %% of all games", False),
    ],
)
def test_a_number_that_is_no_limit_needs_a_plural(text: str, caught: bool) -> None:
    assert english.counts_without_plural(text) is caught


def test_a_sentence_of_26_words_is_long_and_one_of_25_is_not() -> None:
    assert english.faults("word " * 25 + "end.") == ["long"]
    assert english.faults("word " * 24 + "end.") == []
    assert english.faults("word " * 20 + "end. " + "word " * 20 + "end.") == []


@pytest.mark.parametrize(
    ("label", "acts"),
    [
        ("Publish the round", True),
        ("Leave unpaired", True),
        ("Half of it", False),
        ("Find", True),
        ("Results", False),
    ],
)
def test_a_button_is_an_act(label: str, acts: bool) -> None:
    assert english.is_act(label) is acts
