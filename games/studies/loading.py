"""The study that a request is about, as its reader may see it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from common.translation import translate_message
from common.web import REFUSED, missing_is_404
from games.core.board_state import number_asked
from games.fair_play import FairPlayRefused
from games.models import Study
from games.studies.access import NoPlayer, find_study, own_study
from games.studies.queries import StudyPage, study_page
from games.studies.stored import need_open_chapter
from players.models import Account
from players.permissions import NotAllowed
from players.roles import Permission

View = Callable[..., HttpResponse]


def account_at(request: HttpRequest) -> Account:
    """The account of the reader. Raises `NotAllowed` for visitors, who are asked to sign in."""
    if not isinstance(request.user, Account):
        raise NotAllowed(Permission.EDIT_CLUB, "study")
    return request.user


def study_or_404(request: HttpRequest, slug: str) -> Study:
    """A study that the reader may read."""
    with missing_is_404():
        return find_study(slug, request.user)


def own_or_404(request: HttpRequest, slug: str) -> Study:
    """A study of the reader's own. Raises `NotAllowed` for one that is not."""
    account = account_at(request)
    return own_study(study_or_404(request, slug).slug, account)


def page_asked(request: HttpRequest, study: Study, chapter: int | None = None, turn: int | None = None) -> StudyPage:
    """A study at the chapter and turn that are named, or that `?chapter=` and `?turn=` ask for.

    Raises `FairPlayRefused` where its reader is playing a position of the chapter.
    """
    number = number_asked(request, "chapter") if chapter is None else chapter
    at = number_asked(request, "turn") if turn is None else turn
    with missing_is_404():
        page = study_page(study, request.user, chapter=number, turn=at or 0, flipped=is_flipped(request))
    need_open_chapter(request.user, page.tree)
    return page


def is_flipped(request: HttpRequest) -> bool:
    """Whether the board is asked for as Black sees it."""
    return number_asked(request, "flip") == 1


def changed_meanwhile() -> str:
    """What is said where another was quicker: nothing is stored, and what was typed stands there."""
    return gettext("This was changed elsewhere in the meantime. Nothing was saved: check it, then send it again.")


def closed_shown(view: View) -> View:
    """A page that says why, where its reader is playing a position of the study, or has an account of no player."""

    @wraps(view)
    def show(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except FairPlayRefused as refused:
            known = {"why": translate_message(refused.message), "by_fair_play": True}
            return render(request, "games/studies/closed.html", known, status=REFUSED)
        except NoPlayer as refused:
            known = {"why": translate_message(refused.message)}
            return render(request, "games/studies/closed.html", known, status=HTTPStatus.FORBIDDEN)

    return show
