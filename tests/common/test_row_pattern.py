"""Rows of a kind are drawn by one pattern, with each row's own values escaped."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.template import engines
from django.utils.safestring import mark_safe

from common import row_pattern
from common.row_pattern import RowPattern


class Values(NamedTuple):
    number: int | None
    name: str
    several: tuple[str, ...] = ()


@pytest.fixture
def pattern(monkeypatch: pytest.MonkeyPatch) -> RowPattern[str, Values]:
    several = "{% for each in row.several %} {{ each }}{% endfor %}"
    text = "{{ kind }} 100%: {{ row.name }} ({{ row.number }})" + several + " {{ row.name }}"
    engine = engines["django"]
    monkeypatch.setattr(row_pattern, "get_template", lambda name: engine.from_string(text))
    return RowPattern("rows.html", {})


def test_values_are_escaped_in_every_row_and_the_text_of_the_template_stays(pattern: RowPattern[str, Values]) -> None:
    assert pattern.draw("a", Values(3, "Ann")) == "a 100%: Ann (3) Ann"
    assert pattern.draw("a", Values(None, "<b> & 5 %s")) == "a 100%: &lt;b&gt; &amp; 5 %s (None) &lt;b&gt; &amp; 5 %s"
    assert pattern.draw("a", Values(4, mark_safe("<i>Ö</i>"))) == "a 100%: <i>Ö</i> (4) <i>Ö</i>"


def test_each_kind_has_a_pattern_of_its_own(pattern: RowPattern[str, Values]) -> None:
    drawn = [pattern.draw(kind, Values(1, "Ann", ("x", "<"))) for kind in ("a", "b%d")]
    assert drawn == ["a 100%: Ann (1) x &lt; Ann", "b%d 100%: Ann (1) x &lt; Ann"]
