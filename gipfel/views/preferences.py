"""The reader's own choices: language and theme. Cookies keep them; an account keeps the language too."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_POST

from common.web import keep_cookie
from gipfel import theme as themes
from gipfel.views import errors
from players.accounts.services.preferences import set_language
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


def _back(request: HttpRequest) -> HttpResponseRedirect:
    """To the page that the form names, if it is one of this server; else home."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = "/"
    return HttpResponseRedirect(target)
