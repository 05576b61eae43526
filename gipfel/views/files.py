"""Small files that other programs ask for: robots.txt, the web manifest, the keys of signatures."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import get_language, get_language_bidi
from django.views.decorators.http import require_safe

from common.signing.queries import public_keys
from gipf_engine.signatures import list_keys

HIDDEN = ("/account", "/sign-in", "/search", "/jobs", "/server/", "/api/")
ROBOTS = "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in HIDDEN)

ICON_PIXELS = 192, 512
"""Of the icons for home screens, drawn from favicon.svg with room around it."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What is of no use to search engines."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """How a phone shows Gipfel on its home screen."""
    icons = [{"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    for pixels in ICON_PIXELS:
        png = {"src": static(f"icon-{pixels}.png"), "sizes": f"{pixels}x{pixels}", "type": "image/png"}
        icons += [{**png, "purpose": purpose} for purpose in ("any", "maskable")]
    about = {
        "name": "Gipfel",
        "short_name": "Gipfel",
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "start_url": "/",
        "display": "minimal-ui",
        "background_color": "#fbfaf7",
        "theme_color": "#0b6b63",
        "icons": icons,
    }
    return JsonResponse(about, content_type="application/manifest+json")


@require_safe
def signing_keys(request: HttpRequest) -> HttpResponse:
    """The public keys of this server's signatures (docs/certificates.md)."""
    return JsonResponse(list_keys(settings.BASE_URL, public_keys()))
