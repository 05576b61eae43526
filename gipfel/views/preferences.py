"""The reader's own choices: language, theme, look of boards. Cookies keep them; an account keeps the language too."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext
from django.views.decorators.http import require_http_methods, require_POST

from common import theme as themes
from common.translation import translate_message
from common.web import keep_cookie
from games.core import board_look
from games.manuals.manual_pages import cover_diagram
from gipf_engine.rules import rules_for
from gipfel.views import errors
from players.accounts.services.accounts import set_language
from players.models import Account


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Take the language that was chosen, and go back to the page where it was chosen."""
    chosen = request.POST.get("language", "")
    if chosen not in dict(settings.LANGUAGES):
        return errors.page(request, 400, _("No such language"), _("Choose one of the languages in the menu."))
    if isinstance(request.user, Account):
        set_language(request.user, chosen)
    with override(chosen):
        response = _back(request)
    keep_cookie(response, settings.LANGUAGE_COOKIE_NAME, chosen)
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Take the theme that was chosen. The page's script asks the same without leaving the page."""
    chosen = request.POST.get("theme", "")
    if chosen not in themes.CHOICES:
        return errors.page(request, 400, _("No such theme"), _("Choose one of the themes in the menu."))
    response = _back(request)
    keep_cookie(response, themes.COOKIE, chosen)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def boards(request: HttpRequest) -> HttpResponse:
    """Choose how boards look, from pictures of them."""
    if request.method == "POST":
        chosen = {name: request.POST.get(name, "") for name in board_look.CHOICES}
        if any(chosen[name] not in known for name, known in board_look.CHOICES.items()):
            return errors.page(request, 400, _("No such look"), _("Choose one of the looks on the page."))
        response = HttpResponseRedirect(reverse("boards"))
        for name, value in chosen.items():
            keep_cookie(response, name, value)
        messages.success(request, _("Your choice is kept in this browser."))
        return response
    choices = _board_choices()
    boards = [(value, name, _pictures_for(value)) for value, name in choices.pop("board")]
    return render(request, "boards.html", {"boards": boards, "choices": choices})


def _pictures_for(board: str) -> list[SafeString]:
    """A small board of GIPF and of LYNGK for a choice."""
    drawn = (cover_diagram(rules_for(key), translate_message, name=board) for key in ("gipf-standard", "lyngk-main"))
    return [mark_safe(picture) for picture in drawn if picture]  # noqa: S308  drawn by gipf_engine.diagrams


def _board_choices() -> dict[str, list[tuple[str, str]]]:
    """What stands beside each choice."""
    return {
        "board": [
            ("auto", _("Paper by day, night by night")),
            ("paper", _("Paper")),
            ("wood", _("Wood")),
            ("slate", _("Slate")),
            ("night", pgettext("look of a board", "Night")),
        ],
        "letters": [("off", _("No letters")), ("on", _("Letters on pieces"))],
        "patterns": [
            ("auto", _("When the device asks for more contrast")),
            ("on", _("Always")),
            ("off", _("Never")),
        ],
    }


def _back(request: HttpRequest) -> HttpResponseRedirect:
    """To the page that the form names, if it is one of this server; else home."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = "/"
    return HttpResponseRedirect(target)
