"""The rules of the games told to players: a list, and a page for each rule set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from common.translation import translate_message
from games.manuals.manual_pages import RenderedChapter, RenderedDiagram, cover_diagram, manual_chapters
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import TWO_SEATS
from gipf_engine.rules.lessons import course_of

KEPT = 64
"""Told rules that are kept in memory: rule sets times options that are asked for times languages."""


@dataclass(frozen=True, slots=True)
class Card:
    """A rule set in the list."""

    key: str
    name: str
    help: str
    svg: SafeString


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a rule set, and whether the page is told with it."""

    key: str
    help: str
    chosen: bool


@require_safe
def rules_list(request: HttpRequest) -> HttpResponse:
    """Every rule set that this server knows."""
    return render(request, "games/manuals/rules_list.html", {"cards": _cards(get_language() or "")})


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """One rule set with pictures. `?option=` tells it with an option, more than one with several."""
    known = all_rules().get(key)
    chosen = frozenset(request.GET.getlist("option"))
    if known is None or not chosen <= known.option_help.keys():
        raise Http404
    context = {
        "rules": known,
        "chapters": _render_paragraphs(key, chosen, get_language() or ""),
        "options": [Option(option, text, option in chosen) for option, text in known.option_help.items()],
        "chance": known.chance,
        "has_boards": known.seats == TWO_SEATS and not chosen,
        "has_course": course_of(known.game) is not None,
    }
    return render(request, "games/manuals/rules.html", context)


@lru_cache(maxsize=KEPT)
def _cards(_language: str) -> tuple[Card, ...]:
    """The list in the language that is active."""
    return tuple(
        Card(key, known.name, known.help, _markup(cover_diagram(rules_for(key), translate_message) or ""))
        for key, known in all_rules().items()
    )


@lru_cache(maxsize=KEPT)
def _render_paragraphs(key: str, options: frozenset[str], _language: str) -> tuple[RenderedChapter, ...]:
    """The chapters in the language that is active, their drawings ready for a template."""
    return tuple(
        replace(chapter, pictures=[_ready(picture) for picture in chapter.pictures])
        for chapter in manual_chapters(key, options, translate_message)
    )


def _ready(picture: RenderedDiagram) -> RenderedDiagram:
    after = None if picture.after is None else _markup(picture.after)
    return replace(picture, before=_markup(picture.before), after=after)


def _markup(svg: str) -> SafeString:
    return mark_safe(svg)  # noqa: S308  drawn by gipf_engine.diagrams from rules' values alone
