"""Whether a web process answers: asked again and again, from a thread of its own."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request

_ask_directly = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class Heartbeat(threading.Thread):
    """Asks `url` every `pause` seconds, and counts how often in a row no answer came within `patience` seconds.

    Until the first answer after `forget` it asks ten times a second. It counts tries and not time: a machine that
    slept, or a launcher that was stopped, proves nothing about the web process.
    """

    def __init__(self, url: str, *, pause: float, patience: float) -> None:
        super().__init__(name="heartbeat", daemon=True)
        self.url, self.pause, self.patience = url, pause, patience
        self.answered = False
        """Since `forget`."""
        self.failures = 0
        self._asks_about = 0

    def forget(self) -> None:
        """Another process answers from now on."""
        self._asks_about += 1
        self.answered, self.failures = False, 0

    def run(self) -> None:
        while True:
            about = self._asks_about
            good = self._ask()
            if about == self._asks_about:
                self.answered = self.answered or good
                self.failures = 0 if good else self.failures + 1
            time.sleep(self.pause if self.answered else 0.1)

    def _ask(self) -> bool:
        try:
            with _ask_directly(self.url, timeout=self.patience):
                return True
        except urllib.error.HTTPError as error:
            return error.code < 500  # 4xx is an answer too, if only that this name is not in ALLOWED_HOSTS
        except OSError:
            return False
