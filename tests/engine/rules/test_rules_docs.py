"""What docs/rules-engine.md shows is so: its examples run, and it lists what there is."""

import doctest
import re

import pytest

import gipf_engine.rules
import gipf_engine.rules.base
from gipf_engine.rules import all_rules
from testing import PROJECT

PAGE = PROJECT / "docs" / "rules-engine.md"
ARTICLES = PROJECT / "docs" / "game-rules.md"
RULES_FOLDERS = (PROJECT / "gipf_engine" / "rules", PROJECT / "gipf_engine" / "games")


def _doctest(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    failures = []
    doctest.DocTestRunner(verbose=False).run(test, out=failures.append)
    return "".join(failures)


@pytest.mark.parametrize("module", [gipf_engine.rules, gipf_engine.rules.base], ids=lambda module: module.__name__)
def test_the_examples_in_the_code_run(module):
    assert _doctest(module.__doc__, module.__name__) == ""


def _articles_beside(rules):
    """The numbered rules in the folder of a game, which name its rule sets."""
    page = PROJECT / "gipf_engine" / "games" / rules.game / "RULES.md"
    return page.read_text() if page.exists() else ""


def test_the_examples_of_the_page_run():
    blocks = re.findall(r"```python\n(>>>.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) == 5
    assert _doctest("\n".join(blocks), PAGE.name) == ""


def test_the_page_lists_every_rule_set_and_its_options():
    table = PAGE.read_text().split("## Playing a game")[0]
    for key, rules in all_rules().items():
        assert f"`{key}`" in table or f"`{key}`" in _articles_beside(rules)
        assert all(f"`{option}`" in table for option in rules.option_help)


def test_what_the_code_cites_is_an_article_of_the_game_rules():
    text = ARTICLES.read_text()
    articles = {}
    for game, heading in (("GIPF", "GIPF"), ("LYNGK", "LYNGK"), ("GUO", "Guo Wu Guan")):
        (part,) = re.findall(rf"## {heading}\n(.*?)\n## ", text, re.DOTALL)
        articles[game] = re.findall(r"^(\d+)\. ", part, re.MULTILINE)
        assert articles[game] == [str(number) for number in range(1, len(articles[game]) + 1)]
    told = [text.split("## Decisions")[1]] + [
        file.read_text() for folder in RULES_FOLDERS for file in folder.rglob("*.py")
    ]
    cited = [
        found for page in told for found in re.findall(r"\b(GIPF|LYNGK|GUO) (\d+)(?:(?:, | to | and )(\d+))*", page)
    ]
    assert len(cited) > 50
    assert [found for found in cited if not {*found[1:]} - {""} <= {*articles[found[0]]}] == []


def test_the_game_rules_name_every_option():
    decisions = ARTICLES.read_text().split("## Decisions")[1]
    known = {option for rules in all_rules().values() for option in rules.option_help}
    assert set(re.findall(r"`(\w+)`", decisions)) == known
