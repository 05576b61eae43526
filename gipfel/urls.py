"""All addresses of the house."""

from __future__ import annotations

from importlib import import_module

from django.urls import URLPattern, URLResolver, include, path

from gipfel.views import choices, files, health, home, jobs


def _is_there(name: str) -> bool:
    try:
        import_module(f"{name}.urls")
    except ImportError:
        return False
    return True


ROOMS = [name for name in ("players", "games", "ratings", "tournaments") if _is_there(name)]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("search", home.search, name="search"),
    path("about", home.about, name="about"),
    path("jobs", jobs.jobs, name="jobs"),
    path("language", choices.language, name="language"),
    path("theme", choices.theme, name="theme"),
    path("manifest.webmanifest", files.manifest, name="manifest"),
    path("robots.txt", files.robots, name="robots"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("api/v1/", include("gipfel.api.urls")),
    *(path("", include(f"{name}.urls")) for name in ROOMS),
]

handler400 = "gipfel.views.errors.bad_request"
handler403 = "gipfel.views.errors.forbidden"
handler404 = "gipfel.views.errors.not_found"
handler500 = "gipfel.views.errors.broken"
