"""A web process has loaded everything by the time it is asked for the first page."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from testing import PROJECT

ASK = """
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

names = set(Path("deploy/installed-later.txt").read_text().split())
later = {
    module
    for module, packages in packages_distributions().items()
    if not module.startswith("_") and names & {re.sub("[-_.]+", "-", each).lower() for each in packages}
}

class NotThereYet:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in later:
            raise ModuleNotFoundError("not there before the first page: " + name)

sys.meta_path.insert(0, NotThereYet())
from wsgiref.util import setup_testing_defaults
from django.conf import settings
from django.template import engines
from django.utils.translation import trans_real
from gipfel.server.loading import load

def loaded():
    [templates] = engines["django"].engine.template_loaders
    return set(sys.modules), templates.names, set(trans_real._translations)

def ask(path, language):
    environ = {"PATH_INFO": path, "HTTP_ACCEPT_LANGUAGE": language}
    setup_testing_defaults(environ)
    heads = []
    list(bridge.wsgi(environ, lambda status, headers: heads.append(status)))
    assert heads == ["200 OK"], heads

bridge = load()
modules, templates, catalogs = loaded()
for path, language in (("/healthz", "en"), ("/about", "en"), ("/about", "fa"), ("/about", "ja")):
    ask(path, language)
now = loaded()
ours = "gipfel", "players", "games", "ratings", "play", "tournaments"
print("modules", sorted(each for each in now[0] - modules if each.partition(".")[0] in ours))
print("templates", sorted(now[1] - templates))
print("catalogs", sorted(now[2] - catalogs))
drawings = "gipf_engine.games.gipf.drawing", "gipf_engine.games.lyngk.drawing"
used = *drawings, settings.SESSION_SERIALIZER.rpartition(".")[0]
print("at the first turn", [each for each in used if each not in modules])
import gipfel.example, gipfel.pages, gipfel.serve  # what the launcher does before them
print("installed later", len(later) > 30, sorted(later & now[0]))
"""


def test_the_first_pages_in_all_languages_load_neither_views_nor_templates_nor_texts(tmp_path: Path) -> None:
    environment = os.environ | {"GIPFEL_HOME": str(tmp_path), "DJANGO_SETTINGS_MODULE": "gipfel.settings_test"}
    environment.pop("WEB_WARM_UP", None)  # as a service is started that says nothing of it
    asked = subprocess.run(
        [sys.executable, "-c", ASK], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False
    )
    assert asked.stdout.splitlines() == [
        "modules []",
        "templates []",
        "catalogs []",
        "at the first turn []",
        "installed later True []",
    ], asked.stdout + asked.stderr
