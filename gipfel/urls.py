"""All addresses of the house."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []

handler400 = "gipfel.views.errors.bad_request"
handler403 = "gipfel.views.errors.forbidden"
handler404 = "gipfel.views.errors.not_found"
handler500 = "gipfel.views.errors.broken"
