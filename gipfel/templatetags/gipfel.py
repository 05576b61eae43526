"""Tags and filters of every page. They are builtins of the template engine: no {% load %}."""

from __future__ import annotations

import datetime
import unicodedata
import zoneinfo
from collections.abc import Iterable, Mapping
from functools import lru_cache

from django import template
from django.template import Context
from django.templatetags.static import static
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi, gettext, pgettext

from common.journal import submissions
from common.live.bus import STREAM, state_text
from gipf_engine.messages import SEPARATOR, Message
from gipf_engine.results import RESULTS
from gipfel import calendars
from gipfel.server.live.kinds import KINDS, name_of
from gipfel.static_files import first_sheets
from players.guest_names import shown_name
from players.program_names import is_marked, unmarked

register = template.Library()

MINUS = "−"
LEFT_TO_RIGHT, FIRST_STRONG, END_OF_IT = "\u2066", "\u2068", "\u2069"


@register.simple_tag
def first_styles() -> SafeString:
    """Links to the style sheets that every page begins with."""
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', ((static(sheet),) for sheet in first_sheets()))


def isolate_bidi(text: str) -> str:
    """`text` kept left-to-right inside a right-to-left page, where "½-0" would read "0-½"; usable in attributes too."""
    return f"{LEFT_TO_RIGHT}{text}{END_OF_IT}" if get_language_bidi() else text


def isolate_in_left_to_right(name: str) -> str:
    """A name inside a sentence, kept to itself where its script runs against the page's: it would draw in others."""
    return name if name.isascii() else _isolate(name, ("R", "AL"))


def isolate_in_right_to_left(name: str) -> str:
    """A name inside a sentence that runs from right to left, kept to itself where its script runs the other way."""
    return _isolate(name, ("L",))


@lru_cache(maxsize=8192)  # a list names a whole field
def _isolate(name: str, against: tuple[str, ...]) -> str:
    if any(unicodedata.bidirectional(letter) in against for letter in name):
        return f"{FIRST_STRONG}{name}{END_OF_IT}"
    return name


@register.filter
def ltr(text: object) -> str:
    """Notation, addresses of spots and the like: left-to-right in every language."""
    return isolate_bidi(str(text))


@register.filter
def names(several: Iterable[object]) -> SafeString:
    """Names in a row, each to itself, with what stands between the parts of a list in the reader's language."""
    return format_html_join(gettext(SEPARATOR), "<bdi>{}</bdi>", ((name,) for name in several))


@register.filter
def message(phrase: object) -> str:
    """A `Message` of the engine in the reader's language; anything else as it is, None as nothing."""
    if isinstance(phrase, Message):
        isolate_name = isolate_in_right_to_left if get_language_bidi() else isolate_in_left_to_right
        return phrase.translate(gettext, isolate_name)
    return "" if phrase is None else str(phrase)


@register.filter
def points(tenths: int | None) -> str:
    """Tenths of a point as players write them: 45 is "4½", 40 is "4", 43 is "4.3", None is nothing."""
    if tenths is None:
        return ""
    whole, rest = divmod(abs(tenths), 10)
    sign = MINUS if tenths < 0 else ""
    if rest == 0:
        return isolate_bidi(f"{sign}{whole}") if sign else str(whole)
    return isolate_bidi(f"{sign}{whole or ''}½" if rest == 5 else f"{sign}{whole}.{rest}")


@register.filter
def signed_points(tenths: int | None) -> str:
    """More or fewer points, with their sign: "+1½", "−0.3", "0"; None is nothing."""
    return isolate_bidi(f"+{points(tenths)}") if tenths is not None and tenths > 0 else points(tenths)


@register.filter
def signed(change: int | None) -> str:
    """A change with its sign: "+12", "−7", "0"; None is nothing."""
    if change is None:
        return ""
    if change == 0:
        return "0"
    return isolate_bidi(f"+{change}" if change > 0 else f"{MINUS}{-change}")


@register.filter
def result(code: str) -> str:
    """The label of a result's code: "1-0", "½-½", "+ -"."""
    return isolate_bidi(RESULTS[code].label)


@register.filter
def result_name(code: str) -> str:
    """A result in words."""
    return gettext(RESULTS[code].name)


@register.filter
def day(value: datetime.date | None) -> SafeString | str:
    """A day in full, as a <time>."""
    if value is None:
        return ""
    return format_html('<time datetime="{}">{}</time>', value.strftime("%Y-%m-%d"), calendars.day_text(value))


@register.simple_tag
def days(first: datetime.date, last: datetime.date) -> SafeString | str:
    """From a day to a day: "20–22 November 2026"; one day is said once."""
    if first == last:
        return day(first)
    begin, dash, end = calendars.span_texts(first, last)
    return format_html(
        '<time datetime="{}">{}</time>{}<time datetime="{}">{}</time>',
        first.strftime("%Y-%m-%d"),
        begin,
        dash,
        last.strftime("%Y-%m-%d"),
        end,
    )


@register.filter
def moment(value: datetime.datetime | None, zone: str = "") -> SafeString | str:
    """A moment in full in the time zone called `zone`, or in UTC, with the zone's short name: "19:05 CET".

    The title has the zone's whole name, and how far from UTC it is on that day.
    """
    if value is None:
        return ""
    local = timezone.localtime(value, zoneinfo.ZoneInfo(zone or "UTC"))
    offset = f"UTC{local.isoformat()[-6:]}"
    return format_html(
        '<time datetime="{}" title="{}">{} {}</time>',
        value.isoformat(timespec="seconds"),
        f"{zone}, {offset}" if zone and zone != "UTC" else "UTC",
        calendars.day_text(local.date()),
        isolate_bidi(f"{local:%H:%M} {_short_name(local, offset)}"),
    )


def _short_name(local: datetime.datetime, offset: str) -> str:
    """What its zone is called on its day; by the distance from UTC where it has no letters of its own."""
    name = local.tzname() or ""
    return name if name.isalpha() else offset


@register.filter
def clock(value: datetime.datetime | None, zone: str = "UTC") -> SafeString | str:
    """The time of day alone, "19:05", in the time zone called `zone`, which the title names."""
    if value is None:
        return ""
    local = timezone.localtime(value, zoneinfo.ZoneInfo(zone))
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        value.isoformat(timespec="seconds"),
        zone,
        isolate_bidi(local.strftime("%H:%M")),
    )


@register.simple_tag
def person(person_id: int | None, name: str) -> SafeString:
    """A person's name, leading to the person's page; a name alone where there is no id: a guest's.

    A program has a badge beside its name.
    """
    if person_id is None:
        return format_html("<bdi>{}</bdi>", shown_name(name, None))
    link = format_html('<a href="{}"><bdi>{}</bdi></a>', reverse("person", args=[person_id]), unmarked(name))
    if not is_marked(name):
        return link
    return format_html('{} <span class="badge">{}</span>', link, pgettext("badge of a name", "program"))


@register.simple_tag(takes_context=True)
def follow(
    context: Context,
    *scopes: str | int,
    others: Mapping[str, int] | None = None,
    page: str = "",
    parts: bool = False,
    fetch: bool = False,
    renew: bool = False,
) -> SafeString:
    """Attributes of the element whose parts follow `scopes`: a scope, the version that is shown, the next scope, …

    `others` are more of them, where a template does not know how many: versions by scope.

    The parts are elements with `data-part` and an id. Nothing in them depends on who reads: all are sent the same.
    What is not for everybody follows a `page` that is, and is told only that something changed; with `parts` it takes
    from that page the parts that it has too. With `fetch` it is this page, which the reader gets as it is for him.
    So is a page whose query says more than its name (`gipfel.server.live.kinds`). With `renew` the page is loaded again
    by itself once it has become another one; else that is offered.
    """
    request = context["request"]
    if not page and request.resolver_match.url_name not in KINDS:
        return SafeString("")  # a page that answers a form of its own address: no one finds it there
    address, _mark, query = (page or request.get_full_path()).partition("?")
    name, is_all = name_of(resolve(address) if page else request.resolver_match, query)
    versions = {str(scope): int(version) for scope, version in zip(scopes[::2], scopes[1::2], strict=True)}
    versions |= others or {}
    for scope, version in versions.items():
        submissions.note_version(scope, version)
    attributes = [
        ("data-live", name),
        ("data-seen", state_text(versions)),
        ("data-stream", request.META.get(STREAM, "")),
        *([("data-live-some" if parts else "data-live-own", "")] if page else []),
        *([("data-live-fetch", "")] if fetch or not is_all else []),
        *([("data-live-renew", "")] if renew else []),
    ]
    return format_html_join("", ' {}="{}"', attributes)


@register.simple_block_tag
def region(content: str, label: str) -> SafeString:
    """A table's own overflow region: it scrolls by itself, by keyboard too, and the page never does."""
    return format_html('<div class="scroll" role="region" tabindex="0" aria-label="{}">{}</div>', label, content)
