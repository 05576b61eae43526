"""`./run --dev`: what changes in code and catalogs is served by new processes, as soon as it is saved.

Templates and static files are read anew by every request (gipfel.settings), so nothing has to start again for them.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from gipfel import environment as env
from gipfel.child import end
from gipfel.supervisor import STOP_SECONDS, Supervisor

LOOK_SECONDS, SETTLE_SECONDS = 0.5, 0.1
NOT_SERVED = frozenset({"tests", "testing", "bench"})


class SourceFiles:
    """The code of every package that is served, and the catalogs: which of them changed since the last look."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self._last = self._scan()

    def find_changed(self) -> set[Path]:
        """Files that were written, added or removed."""
        before, self._last = self._last, self._scan()
        return {file for file in before.keys() | self._last.keys() if before.get(file) != self._last.get(file)}

    def _scan(self) -> Mapping[Path, int]:
        return dict(_times(self._files()))

    def _files(self) -> Iterator[Path]:
        for package in self.project.glob("*/__init__.py"):
            if package.parent.name not in NOT_SERVED:
                yield from package.parent.rglob("*.py")
        yield from (self.project / "locale").rglob("*.po")


def _times(files: Iterable[Path]) -> Iterator[tuple[Path, int]]:
    for file in files:
        try:
            yield file, file.stat().st_mtime_ns
        except FileNotFoundError:
            continue  # it went while we looked


class DevelopmentSupervisor(Supervisor):
    """Starts its one web process and the workers again whenever a file that they have read changed.

    A process that ends by itself waits for the next change, since the code that ended it would do so again; one that
    does not answer is left alone, since it may stand at a breakpoint.
    """

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(listening, processes=1)  # a breakpoint has one terminal
        self.files = SourceFiles(env.PROJECT)
        self._looked_at = time.monotonic()
        self._reported: set[str] = set()

    def look_after_children(self) -> None:
        """Look at the files from time to time, and say once of each process that it ended."""
        if time.monotonic() - self._looked_at >= LOOK_SECONDS:
            if changed := self._settled_changes():
                self._reload(changed)
            self._looked_at = time.monotonic()
        for child in (self.web, *self.workers):
            if not child.runs and child.name not in self._reported:
                self._reported.add(child.name)
                sys.stderr.write(f"The {child.name} ended; the lines above say why. It starts when a file changes.\n")

    def _settled_changes(self) -> set[Path]:
        """What changed, once nothing more does: an editor or git writes many files at once."""
        changed = more = self.files.find_changed()
        while more:
            time.sleep(SETTLE_SECONDS)
            more = self.files.find_changed()
            changed |= more
        return changed

    def _reload(self, changed: set[Path]) -> None:
        names = sorted(str(file.relative_to(env.PROJECT)) for file in changed)
        sys.stdout.write(f"Changed: {', '.join(names)}. Starting again.\n")
        end([self.web, *self.workers], STOP_SECONDS)
        if any(file.suffix == ".po" for file in changed):
            _manage("catalogs", "compile", "--verbosity", "0")
        if any("migrations" in file.parts for file in changed):
            _manage("migrate", "--no-input", "--verbosity", "0")
        self._reported.clear()
        for child in (self.web, *self.workers):
            child.start()


def _manage(*command: str) -> None:
    """Run one of our commands in a process of its own, with the code as it is now; it says itself what is wrong."""
    subprocess.run([sys.executable, "manage.py", *command], cwd=env.PROJECT, check=False)  # noqa: S603  our own
