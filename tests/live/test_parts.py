"""What changed in a page, by its parts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gipfel.server.live.parts import changed_parts, split_parts


def page(a: str = "a", b: str = "b", c: str = "c", d: str = "d") -> str:
    return (
        f'<p>{a}<br><main><div id="table" data-part class="t"><h2>{b}</h2><div><img src="x">inner</div><ul>'
        f'<li id="r1" data-part>{c}<ol><li>x</li></ol></li>\n<li id="r2" data-part>{d}</li></ul></div></main>'
    )


def changes(before: str, now: str) -> dict[str, str] | None:
    return changed_parts(split_parts(before), split_parts(now))


def test_a_part_is_the_whole_element() -> None:
    parts = split_parts(page())
    assert parts.roots == ("table",)
    assert parts.by_id["r1"].html == '<li id="r1" data-part>c<ol><li>x</li></ol></li>'
    assert parts.by_id["table"].html.startswith('<div id="table"')
    assert parts.by_id["table"].html.endswith("</ul></div>")
    assert parts.by_id["table"].inner == ("r1", "r2")


def test_what_changed_within_a_part_is_sent_alone() -> None:
    assert changes(page(), page(d="new")) == {"r2": '<li id="r2" data-part>new</li>'}


def test_what_changed_around_the_parts_within_sends_the_part_around() -> None:
    assert set(changes(page(), page(b="new", d="new")) or ()) == {"table"}


def test_a_part_more_sends_the_part_around() -> None:
    more = page().replace("</ul></div>", '<li id="r3" data-part>e</li></ul></div>')
    assert set(changes(page(), more) or ()) == {"table"}


def test_what_is_in_no_part_is_not_sent() -> None:
    assert changes(page(), page(a="new")) == {}


def test_parts_that_lie_in_no_other_came_or_went() -> None:
    assert changes(page(), page() + '<p id="more" data-part>m</p>') is None


def test_elements_without_an_end_do_not_confuse_it() -> None:
    parts = split_parts('<p>one<p id="a" data-part>two</p><svg><path d="M0 0"/></svg><br><p id="b" data-part>three</p>')
    assert {name: part.html for name, part in parts.by_id.items()} == {
        "a": '<p id="a" data-part>two</p>',
        "b": '<p id="b" data-part>three</p>',
    }


TEXT = st.text(alphabet="ab &;é\n\0")


@given(TEXT, TEXT, TEXT, TEXT)
def test_exchanging_what_is_sent_makes_the_new_page(b: str, c: str, d: str, e: str) -> None:
    before, now = page(b="b", c=c, d=d), page(b=b, c=d, d=e)
    shown = before
    for name, html in (changes(before, now) or {}).items():
        shown = shown.replace(split_parts(shown).by_id[name].html, html, 1)
    assert shown == now
