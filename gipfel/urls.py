"""All addresses of the server."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from gipfel.addresses import AddressesByPart
from gipfel.views import components, files, health, home, jobs, preferences, status

_all: list[URLPattern | URLResolver] = [
    path("", include("play.urls")),
    path("", home.home, name="home"),
    path("clubs", home.clubs, name="clubs"),
    path("events", home.events, name="events"),
    path("people", home.people, name="people"),
    path("search", home.search, name="search"),
    path("project", home.project, name="project"),
    path("about", home.about, name="about"),
    path("about/privacy", home.privacy, name="privacy"),
    path("about/components", components.components, name="components"),
    path("jobs", jobs.jobs, name="jobs"),
    path("server/status", status.server_status, name="server-status"),
    path("language", preferences.language, name="language"),
    path("theme", preferences.theme, name="theme"),
    path("boards", preferences.boards, name="boards"),
    path("manifest.webmanifest", files.manifest, name="manifest"),
    path("robots.txt", files.robots, name="robots"),
    path(".well-known/gipfel-keys.json", files.signing_keys, name="signing-keys"),
    path("metrics", health.metrics, name="metrics"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("api/v1/", include("gipfel.api.urls")),
    path("", include("players.urls")),
    path("", include("games.urls")),
    path("", include("ratings.urls")),
    path("", include("tournaments.urls")),
]
urlpatterns = [AddressesByPart(_all)]

handler400 = "gipfel.views.errors.bad_request"
handler403 = "gipfel.views.errors.forbidden"
handler404 = "gipfel.views.errors.not_found"
handler500 = "gipfel.views.errors.broken"
