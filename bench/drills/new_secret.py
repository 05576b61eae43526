"""The secret of the server is replaced while people play, in the steps of the guide: no one is signed out (6 min).

    python -m bench.drills.new_secret [--games 24] [--seed N]

Two web processes behind the proxy of the compose file, a worker and beat, with people at work as in `rolling`. First
every process is restarted with the secret to come among SECRET_KEY_FALLBACKS, then with it as SECRET_KEY and the
earlier one among the fallbacks, and `manage.py reencrypt` runs.

Required: every request is answered as before, none with 5xx, 401 or 403 that there was not before, so sessions, keys
and links of slips hold all the time; a page opens another WebSocket once for each restart of the node that it was at;
everything encrypted can be read under the new secret alone; what is acknowledged is in the database.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys

from bench.drills import rolling
from bench.drills.nodes import NODES, NodesSite
from bench.drills.running import Verdict, main
from bench.drills.site import Site
from testing import PROJECT


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--every", type=float, default=12.0, help="seconds between two turns of a game")


class Drill(rolling.Drill):
    """One run."""

    def run(self) -> None:
        encrypted = self._encrypt_something()
        self.start()
        known = set(self.people.answers())
        earlier, coming = self.site.environment["SECRET_KEY"], secrets.token_hex(32)
        self._go_on_with(earlier, coming, "the secret to come is known")
        self._go_on_with(coming, earlier, "it signs")
        told = self._manage("reencrypt")
        self.verdict.require("can be read under no known secret" not in told, told)
        self.verdict.require(encrypted in told, f"nothing was encrypted anew: {told}")
        self.site.environment["SECRET_KEY_FALLBACKS"] = ""
        self.verdict.require(self._manage("reencrypt") == told, "the new secret alone does not open what it should")
        strange = set(self.people.answers()) - known - {"200", "201", "302", "303", "409"}
        self.verdict.require(not strange, f"answers that there were not before: {strange}")
        self.finish()

    def _go_on_with(self, secret: str, fallback: str, what: str) -> None:
        """Restart everything, one process after the other."""
        self.site.environment |= {"SECRET_KEY": secret, "SECRET_KEY_FALLBACKS": fallback}
        before, opened = self.people.answers(), list(self.people.followers.opened)
        self.replace_all()
        self.judge(what, before, opened, most=NODES)

    def _encrypt_something(self) -> str:
        """A key that signs certificates; how `reencrypt` tells of it."""
        from common.signing.services import sign_statement

        sign_statement("drill", {})
        return "signing.SigningKey.private: 1"

    def _manage(self, *command: str) -> str:
        asked = [sys.executable, "manage.py", *command]
        environment = os.environ | self.site.environment
        return subprocess.run(asked, cwd=PROJECT, env=environment, check=True, capture_output=True, text=True).stdout


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    assert isinstance(site, NodesSite)
    Drill(site, options, verdict).run()


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options, NodesSite))
