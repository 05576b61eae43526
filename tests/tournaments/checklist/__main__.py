"""Writes docs/checklist.md."""

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gipfel.settings_test")
django.setup()

from tests.tournaments.checklist.table import PAGE, render  # noqa: E402  the tests need the apps

PAGE.write_text(render(), encoding="utf-8")
