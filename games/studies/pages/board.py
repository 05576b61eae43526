"""The board of a study on which its owner plays turns, and the forms beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from games.recordings.board_input import Addresses, BoardInput, name_player, read_path, state_for_script
from games.studies.forms import AnnotateForm
from games.studies.queries import StudyPage
from gipf_engine.studies.chapter import COLOURS, TURN_SIGNS


@dataclass(frozen=True)
class Editor:
    """What the owner of a study has beside the page: a board that takes turns, and the form of what is said.

    `refused`: why the last thing was not done.
    """

    page: StudyPage
    board: BoardInput
    form: AnnotateForm
    refused: str = ""

    @property
    def colours(self) -> list[tuple[str, str]]:
        """The letters of marks, with the names of their colours."""
        names = {"green": gettext("Green"), "red": gettext("Red"), "yellow": gettext("Yellow"), "blue": gettext("Blue")}
        return [(letter, names[colour]) for letter, colour in COLOURS.items()]

    @property
    def can_promote(self) -> bool:
        """Whether the main line leads elsewhere."""
        children = self.page.tree.children
        return any(children[turn.parent or 0][0] is not turn for turn in self.page.line)


def addresses_of(page: StudyPage) -> Addresses:
    """Where the board at a turn sends what is done on it."""
    args = [page.study.slug, page.row.number, page.turn.number]
    post, state, steps = (reverse(name, args=args) for name in ("study-play", "study-state", "study-steps"))
    return Addresses(reverse("study", args=[page.study.slug]), post, state, steps)


def editor_of(
    request: HttpRequest, page: StudyPage, *, turns: str = "", refused: str = "", typed: Any = None
) -> Editor:
    """The editor at a page. `turns` and `typed` are what was sent and not taken."""
    page = replace(page, editing=True)
    board = BoardInput(
        page.reached,
        page.version,
        addresses_of(page),
        read_path(request.GET.get("path", "")),
        turns,
        flipped=page.flipped,
        named=True,
        marks=page.turn.marks,
    )
    form = annotate_form(page, typed)
    return Editor(page, board, form, refused or board.refusal)


def annotate_form(page: StudyPage, typed: Any = None) -> AnnotateForm:
    """The form of what is said of a position, with what was typed where it was not taken."""
    said = {"comment": page.turn.comment, "sign": page.turn.sign, "marks": " ".join(page.turn.marks)}
    kept = {name: typed[name] for name in said if typed is not None and name in typed}
    form = AnnotateForm(initial=said | kept | {"version": page.version}, auto_id="note_%s")
    form.fields["sign"].choices = [("", gettext("none")), *((sign, sign) for sign in TURN_SIGNS)]  # type: ignore[attr-defined]  # a field is declared as its base class
    if not page.turn.number:
        del form.fields["sign"]
    return form


def editor_state(request: HttpRequest, page: StudyPage, *, refused: str = "", left: str = "") -> dict[str, Any]:
    """The place for the script; where something was refused, what stands in the forms stays."""
    drawn = state_for_script(page.reached, page.version, flipped=page.flipped, marks=page.turn.marks)
    state = name_player(page.reached, drawn)
    addresses = addresses_of(page)
    state["addresses"] = {"post": addresses.post, "state": addresses.state, "steps": addresses.steps}
    state["here"] = page.here_query
    if refused:
        return state | {"refused": refused, "left": left}
    editor = editor_of(request, page)
    known = {"page": editor.page, "study": page.study, "editor": editor}
    side = render_to_string("games/studies/parts/side.html", known, request=request)
    return state | {"parts": {"study-side": side}}
