"""Addresses: arenas."""

from __future__ import annotations

from tournaments.arenas import api
from tournaments.core.act_urls import page_urls

urlpatterns = page_urls(api)
