"""Reading studies: lists of them, and the page of one."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from common.translation import translate_message
from common.web import Tab
from games.core.board_files import can_make_png
from games.core.board_line import line_for_script
from games.core.queries.page import make_seat
from games.models import Study
from games.studies.loading import closed_shown, page_asked, study_or_404
from games.studies.pages.board import Editor, editor_of
from games.studies.queries import MOST_LISTED, StudyPage, club_studies, own_studies, public_studies, study_lines
from gipf_engine.diagrams import draw_marks
from players.core.pagination import page_of
from players.models import Account

MINE, CLUB, PUBLIC = "mine", "club", "public"


@require_safe
def studies(request: HttpRequest) -> HttpResponse:
    """The studies of the reader, of the reader's clubs, or all public ones (`?of=`)."""
    account = request.user if isinstance(request.user, Account) else None
    of = request.GET.get("of", "")
    if of not in (MINE, CLUB, PUBLIC):
        of = PUBLIC if account is None else MINE
    rows = page_of(request, list(_found(account, of)[:MOST_LISTED]))
    known = {"lines": study_lines(rows.object_list), "page": rows, "of": of, "tabs": _tabs(of)}
    return render(request, "games/studies/studies.html", known)


def _found(account: Account | None, of: str) -> QuerySet[Study]:
    if of == MINE and account is not None:
        return own_studies(account)
    return public_studies() if of == PUBLIC else club_studies(account)


def _tabs(of: str) -> list[Tab]:
    names = {MINE: gettext("Yours"), CLUB: gettext("Your clubs"), PUBLIC: gettext("Public")}
    address = reverse("studies")
    return [Tab(url=f"{address}?of={key}", label=name, current=key == of) for key, name in names.items()]


@require_safe
@closed_shown
def study(request: HttpRequest, study_slug: str) -> HttpResponse:
    """A study: the board after `?turn=` of `?chapter=`, its turns and comments; with `?edit=1` its owner's desk."""
    page = page_asked(request, study_or_404(request, study_slug))
    editor = editor_of(request, page) if page.own and request.GET.get("edit") == "1" else None
    return render(request, "games/studies/study.html", study_context(request, page, editor))


def study_context(request: HttpRequest, page: StudyPage, editor: Editor | None = None) -> dict[str, Any]:
    """What the page of a study knows, for its reader or (`editor`) its owner at work."""
    canonical = request.build_absolute_uri(reverse("study", args=[page.study.slug]))
    line = reverse("study-line", args=[page.study.slug, page.row.number])
    known: dict[str, Any] = {
        "page": editor.page if editor is not None else page,
        "study": page.study,
        "club": page.study.club,
        "owner": make_seat("", page.study.owner),
        "editor": editor,
        "canonical": canonical,
        "here": f"{canonical}{page.here_query}",
        "line_url": f"{line}?v={page.version}-{get_language()}",
        "description": page.turn.comment[:200] or translate_message(page.rules_name),
        "has_png": can_make_png(),
        "is_indexed": page.study.visibility == page.study.Visibility.PUBLIC,
    }
    return known


@require_safe
@closed_shown
def line(request: HttpRequest, study_slug: str, chapter: int) -> HttpResponse:
    """The positions of the line through `?turn=`, from the start to its end, for stepping without reloading."""
    page = page_asked(request, study_or_404(request, study_slug), chapter)
    turns, played = page.whole_line
    boards = line_for_script(played, flipped=page.flipped)
    for turn, position, board in zip([page.tree.turns[0], *turns], played.positions, boards, strict=True):
        board["number"] = turn.number
        board["marks"] = draw_marks(position.view(), turn.marks, flipped=page.flipped)
    answer = JsonResponse({"boards": boards})
    patch_cache_control(answer, private=True, max_age=60)
    return answer
