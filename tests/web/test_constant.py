"""Parts of a page that are the same for all readers of a language: `{% constant %}`."""

from __future__ import annotations

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils import translation

from gipfel.templatetags.constant import MOST_KEPT


def test_a_constant_part_is_rendered_for_each_language_apart() -> None:
    template = Template('{% constant %}{{ LANGUAGE_CODE }}: {% translate "Search" %}{% endconstant %}')
    shown = []
    for code in ("en", "ja", "en"):
        with translation.override(code):
            shown.append(template.render(Context()))
    assert shown == ["en: Search", "ja: 検索", "en: Search"]


def test_a_constant_part_knows_nothing_of_the_page_and_its_reader() -> None:
    template = Template("{% constant %}<{{ user }}>{% endconstant %} {{ user }}")
    assert [template.render(Context({"user": name})) for name in ("Ann", "Bob")] == ["<> Ann", "<> Bob"]


def test_a_constant_part_has_no_blocks() -> None:
    with pytest.raises(TemplateSyntaxError, match="block"):
        Template("{% constant %}{% if 1 %}{% block main %}{% endblock %}{% endif %}{% endconstant %}")


def test_a_constant_part_is_rendered_for_each_of_the_values_it_is_given() -> None:
    template = Template("{% constant bell.waits may %}{% if waits %}!{% endif %}{{ may }}<{{ user }}>{% endconstant %}")
    contexts = [{"bell": {"waits": waits}, "may": may, "user": "Ann"} for waits in (True, False) for may in (1, 2)]
    assert [template.render(Context(known)) for known in contexts * 2] == ["!1<>", "!2<>", "1<>", "2<>"] * 2


def test_a_constant_part_keeps_no_more_than_its_share() -> None:
    template = Template("{% constant word %}{{ word }}{% endconstant %}")
    assert all(template.render(Context({"word": str(number)})) == str(number) for number in range(2 * MOST_KEPT))
    [node] = template.nodelist
    assert len(node._rendered) == MOST_KEPT
