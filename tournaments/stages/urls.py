"""Addresses: events in stages."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import page_urls
from tournaments.stages import api
from tournaments.stages.pages import public

urlpatterns = [
    *page_urls(api),
    path("stages/<int:stages_id>", public.stages, name="stages"),
]
