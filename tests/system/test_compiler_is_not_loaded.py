"""Web processes neither compile nor load the compiler: a worker of its own does (docs/operators.md, "Workers")."""

from __future__ import annotations

import subprocess
import sys

import pytest

from testing import PROJECT

pytestmark = pytest.mark.slow

LOADED = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "gipfel.settings_test"
import django
django.setup()
from django.urls import get_resolver
from django.urls.resolvers import URLPattern

def views(patterns):
    for each in patterns:
        yield from [each.callback] if isinstance(each, URLPattern) else views(each.url_patterns)

assert len(list(views(get_resolver().url_patterns))) > 300
from common.jobs.services import kinds
assert "partner-turn" in kinds()
print(sorted({name.partition(".")[0] for name in sys.modules} & {"numba", "llvmlite"}))
"""


def test_all_pages_and_jobs_are_known_without_the_compiler() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.returncode) == ("[]", 0), done.stderr
