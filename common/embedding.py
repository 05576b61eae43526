"""Pages that frames of other sites may show, at addresses that begin with /embed/, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import cast

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

View = Callable[..., HttpResponse]
FRESH_SECONDS = 30
"""So long an answer may be shown again by caches on the way."""


def embedded(view: View) -> View:
    """A page that knows no reader, sets no cookie and takes no act.

    `?language=` and `?theme=` say how it looks; without them it is in the language of the browser, light or dark as
    the device is.
    """

    @wraps(view)
    def show(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        request.user = AnonymousUser()
        request.COOKIES = {"theme": request.GET.get("theme", "")}  # as if the reader had chosen it
        asked = request.GET.get("language", "")
        with override(asked if asked in dict(settings.LANGUAGES) else get_language()):
            answer = view(request, *args, **kwargs)
        patch_cache_control(answer, public=True, max_age=FRESH_SECONDS)
        return answer

    return cast("View", csp_replace({"frame-ancestors": ["*"]})(xframe_options_exempt(require_safe(show))))
