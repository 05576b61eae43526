"""What the tests need on this machine beside Python: installed by apt where that is possible, else named."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from ctypes.util import find_library
from pathlib import Path

from testing.chromium import find_chromium
from testing.servers import Missing

PACKAGES = {
    "redis-server": lambda: shutil.which("redis-server"),
    "postgresql": lambda: shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb")),
    "pgbouncer": lambda: shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin"),
    "chromium": find_chromium,
    "strace": lambda: sys.platform != "linux" or shutil.which("strace"),
    "libpangoft2-1.0-0": lambda: find_library("pangoft2-1.0"),
    "fonts-dejavu-core": lambda: Path("/usr/share/fonts/truetype/dejavu").is_dir(),
}
QUICKER = "chromium-headless-shell"
"""Installed where that is possible; without it the browser of the tests takes half as long again."""
INSTALL_SECONDS = 180


def install_missing() -> None:
    """Install by apt, as root; elsewhere `Missing` names what is not there."""
    absent = [package for package, there in PACKAGES.items() if not there()]
    may_install = os.geteuid() == 0 and shutil.which("apt-get") is not None
    if absent and not may_install:
        raise Missing(f"{', '.join(absent)} (Debian: apt install {' '.join(absent)})")
    if may_install and not shutil.which(QUICKER):
        failed = _install([*absent, QUICKER])
        absent = absent if failed else []
    if absent and (failed := _install(absent)):
        raise Missing(f"{', '.join(absent)}: apt-get says {failed}")


def _install(packages: list[str]) -> str:
    """Install by apt; what went wrong, "" for nothing."""
    sys.stdout.write(f"Installing {', '.join(packages)} …\n")
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    try:
        for command in (["apt-get", "update", "-qq"], install):
            done = subprocess.run(
                command, env=quiet, check=False, capture_output=True, text=True, timeout=INSTALL_SECONDS
            )
    except subprocess.TimeoutExpired:
        return f"nothing within {INSTALL_SECONDS} s"
    return (done.stderr.strip()[-300:] or "it failed") if done.returncode else ""
