"""What the owner of a study does at its board: turns, comments, lines. By a script, or by plain forms."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from common.journal.services import Stale
from common.translation import translate_message
from common.web import BAD_INPUT, NO_NUMBER, REFUSED, posted_number, read_number
from games.core.pages import SCRIPT, UNCHANGED, UNREADABLE
from games.models import Study
from games.recordings.board_input import name_player, read_path, steps_for_script
from games.studies.access import StudyRefused
from games.studies.loading import account_at, changed_meanwhile, closed_shown, own_or_404, page_asked
from games.studies.pages.board import editor_of, editor_state
from games.studies.pages.show import study_context
from games.studies.services.turns import annotate_turn, play_turns, promote_turn, remove_turns
from gipf_engine.messages import Message, Refused, gettext_noop

MOST_WORDS = 200
_NOTHING_TO_DO = Message(gettext_noop("Choose what to do with this line."))


@require_POST
@closed_shown
def play(request: HttpRequest, study_slug: str, chapter: int, turn: int) -> HttpResponse:
    """Play turns after one of a chapter; the page goes on at the last of them."""
    own, account = own_or_404(request, study_slug), account_at(request)
    text = request.POST.get("turns", "")
    return _do(
        request,
        own,
        (chapter, turn),
        lambda version: play_turns(study_slug, account, chapter, turn, text, expect=version).number,
    )


@require_POST
@closed_shown
def annotate(request: HttpRequest, study_slug: str, chapter: int, turn: int) -> HttpResponse:
    """Say something of the position after a turn."""
    own, account = own_or_404(request, study_slug), account_at(request)
    said = {name: request.POST[name] for name in ("comment", "sign") if name in request.POST}
    marks = request.POST["marks"].replace(",", " ").split()[:MOST_WORDS] if "marks" in request.POST else None

    def say(version: int) -> int:
        annotate_turn(study_slug, account, chapter, turn, **said, marks=marks, expect=version)
        return turn

    return _do(request, own, (chapter, turn), say)


@require_POST
@closed_shown
def change_line(request: HttpRequest, study_slug: str, chapter: int, turn: int) -> HttpResponse:
    """Let the main line lead here (`do=promote`), or remove the turn with all that follow (`do=remove`)."""
    own, account, asked = own_or_404(request, study_slug), account_at(request), request.POST.get("do", "")

    def change(version: int) -> int:
        if asked == "promote":
            promote_turn(study_slug, account, chapter, turn, expect=version)
            return turn
        if asked == "remove":
            return remove_turns(study_slug, account, chapter, turn, expect=version)
        raise StudyRefused(_NOTHING_TO_DO)

    return _do(request, own, (chapter, turn), change)


@require_GET
@closed_shown
def state(request: HttpRequest, study_slug: str, chapter: int, turn: int) -> HttpResponse:
    """The place for the script, where the study is no longer as at `?since=`."""
    page = page_asked(request, own_or_404(request, study_slug), chapter, turn)
    if read_number(request.GET.get("since", "")) == page.version:
        return HttpResponse(status=UNCHANGED)
    return JsonResponse(editor_state(request, page))


@require_GET
@closed_shown
def steps(request: HttpRequest, study_slug: str, chapter: int, turn: int) -> HttpResponse:
    """What follows the touches of `?path=`, or why the last of them may not be."""
    reached = page_asked(request, own_or_404(request, study_slug), chapter, turn).reached
    return JsonResponse(name_player(reached, steps_for_script(reached, read_path(request.GET.get("path", "")))))


def _do(request: HttpRequest, own: Study, at: tuple[int, int], act: Callable[[int], int]) -> HttpResponse:
    """Do something at a place of a study, and show where it leads; or say why not, and keep what was typed."""
    version = posted_number(request, "version")
    if version == NO_NUMBER:
        return _refuse(request, own, at, _("This form is incomplete. Check the board and send it again."), BAD_INPUT)
    try:
        number = act(version)
    except Stale:
        return _refuse(request, own, at, changed_meanwhile(), REFUSED)
    except Refused as refused:
        return _refuse(request, own, at, translate_message(refused.message), BAD_INPUT)
    page = page_asked(request, own, at[0], number)
    if SCRIPT in request.headers:
        return JsonResponse(editor_state(request, page))
    return redirect(f"{reverse('study', args=[own.slug])}{page.here_query}&edit=1#board")


def _refuse(request: HttpRequest, own: Study, at: tuple[int, int], why: str, status: int) -> HttpResponse:
    page, turns = page_asked(request, own, *at), request.POST.get("turns", "")
    if SCRIPT in request.headers:
        code = REFUSED if status == REFUSED else UNREADABLE
        return JsonResponse(editor_state(request, page, refused=why, left=turns), status=code)
    editor = editor_of(request, page, turns=turns, refused=why, typed=request.POST)
    return render(request, "games/studies/study.html", study_context(request, page, editor), status=status)
