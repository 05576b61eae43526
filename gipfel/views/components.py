"""`/about/components`: the parts of pages in every state, from the templates that pages use. For developers."""

from __future__ import annotations

from datetime import date
from itertools import groupby
from types import SimpleNamespace

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.core.labels import rules_name
from gipf_engine.rules import all_rules
from gipfel.templatetags.pictures import DISC_COLOURS, GAME, drawings, game_of
from tournaments.core.queries.tables import Mark
from tournaments.standings.round_cells import RoundCells

STATES = (
    ("draft", "", "Draft"),
    ("open", "accent", "Open for registration"),
    ("running", "good", "Running"),
    ("closed", "", "Finished"),
)
NAMES = ("Ada Lindqvist", "آرش رستمی", "高橋 結衣", "Clara Oduya", "Zoltán Kiss", "X")
GROUND = ("paper", "raised", "sunk", "ink", "quiet", "line", "edge")
ACTING = ("accent", "accent-strong", "accent-soft")
STATE_COLOURS = tuple(f"{name}{soft}" for name in ("good", "warning", "danger", "open") for soft in ("", "-soft"))


class SampleForm(forms.Form):
    """A field of each kind."""

    name = forms.CharField(label="Name", help_text="As announced and printed.")
    rating = forms.IntegerField(label="Rating", required=False, min_value=0)
    day = forms.DateField(label="Day", widget=forms.DateInput(attrs={"type": "date"}))
    game = forms.ChoiceField(label="Game", choices=[("gipf", "GIPF"), ("lyngk", "LYNGK")])
    colour = forms.ChoiceField(label="Colour", choices=[("w", "White"), ("b", "Black")], widget=forms.RadioSelect)
    rated = forms.BooleanField(label="Rated: the games count in the rating list", required=False)
    about = forms.CharField(label="Information", widget=forms.Textarea, required=False)


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    """All parts on one page, with sample data and no query."""
    wrong = SampleForm({"rating": "-3", "day": "31 February", "game": "chess"}, auto_id="wrong_%s")
    context = {
        "form": SampleForm(initial={"game": "gipf", "colour": "w"}),
        "wrong": wrong,
        "tabs": [
            {"url": "#forms", "label": "Standings", "current": True},
            {"url": "#tables", "label": "Pairings", "current": False, "count": 4},
            *({"url": "#tables", "label": label, "current": False} for label in ("Players", "Games", "Info")),
        ],
        "page": Paginator(range(90), 30).page(2),
        "icons": [name for name in drawings() if not name.startswith(GAME)],
        "games": [next(iter(keys)) for _game, keys in groupby(all_rules(), key=game_of)],
        "names": NAMES,
        "discs": range(DISC_COLOURS),
        "states": [
            (SimpleNamespace(state=key), SimpleNamespace(badge=badge, state=name)) for key, badge, name in STATES
        ],
        "colours": (GROUND, ACTING, STATE_COLOURS),
        "cards": [_card(1, "gipf-tournament", "running"), _card(2, "lyngk-main", "open")],
        "winners": [_row(place, name, 80 - 10 * place) for place, name in enumerate(NAMES[:3], 1)],
        "grid": [_cell(text, colour, in_grid=True) for text, colour in (("1", "w"), ("0", "b"), ("½", "w"))],
        "cells": [_cell(text, colour) for text, colour in (("1", "w"), ("0", "b"), ("½", "w"), ("", "b"))],
    }
    return render(request, "components.html", context)


def _card(number: int, rules: str, state: str) -> SimpleNamespace:
    event = SimpleNamespace(
        pk=number, name="Winter League", rules=rules, state=state, place="Club room", self_entry=True
    )
    event.starts_on, event.ends_on = date(2026, 11, 16), date(2027, 1, 15)
    return SimpleNamespace(
        event=event, game=rules_name(rules), entries=10, round=4 if state == "running" else 0, open_games=2
    )


def _row(rank: int, name: str, points: int) -> SimpleNamespace:
    return SimpleNamespace(rank=rank, points=points, entry=SimpleNamespace(person=rank, name=name))


def _cell(text: str, colour: str, *, in_grid: bool = False) -> SafeString:
    return RoundCells(in_grid=in_grid).draw(Mark(text, 1, colour, opponent=7, round=3), "Clara Oduya")
