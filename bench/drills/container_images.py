"""The images of the Dockerfile, built by buildah."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

IMAGES = ("gipfel", "analysis")
"""The stages of the Dockerfile that are published."""
BASE = "docker.io/library/debian:bookworm-slim"
BUILDAH = {"STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


def build_images(project: Path) -> None:
    """Both images, on a base from the hub or one of our own."""
    if subprocess.run(
        _buildah("pull", "--quiet", BASE), env=_environment(), capture_output=True, check=False
    ).returncode:
        _make_base()
    for image in IMAGES:
        _run(
            *("build", "--pull-never", "--network", "host", "--layers", "--format", "docker", "--target", image),
            *("--volume", f"{CERTIFICATES}:{CERTIFICATES}:ro"),  # those by which this machine reaches the registries
            *("--tag", _tag(image), str(project)),
        )


def compressed_megabytes(image: str, folder: Path) -> int:
    """What a registry would hold of an image: its layers, compressed by gzip."""
    to = folder / f"image-{image}"
    _run("push", "--quiet", _tag(image), f"oci:{to}")
    size = sum(file.stat().st_size for file in to.rglob("*") if file.is_file())
    return round(size / 1_000_000)


def read_settings(image: str) -> dict[str, Any]:
    """User, environment, entry and check of an image, as it is run."""
    settings: dict[str, Any] = json.loads(_run("inspect", "--type", "image", _tag(image)))["Docker"]["config"]
    return settings


@contextmanager
def mounted() -> Iterator[list[Path]]:
    """The files of each image, in a folder."""
    names = [_run("from", "--pull-never", _tag(image)).strip() for image in IMAGES]
    try:
        yield [Path(_run("mount", name).strip()) for name in names]
    finally:
        for name in names:
            _run("rm", name)


def _make_base() -> None:
    """Debian's smallest system under the name of the base image, for places that reach Debian and no hub."""
    if _run("images", "--quiet", "--filter", f"reference={BASE}"):
        return
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "base.tar"
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", "bookworm", str(archive)], check=True)
        name = _run("from", "scratch").strip()
        _run("add", "--quiet", name, str(archive), "/")
        _run("commit", "--quiet", "--rm", name, BASE)


def _tag(image: str) -> str:
    return f"localhost/gipfel-drill-{image}"


def _buildah(*arguments: str) -> list[str]:
    return ["buildah", *arguments]


def _environment() -> dict[str, str]:
    return os.environ | BUILDAH


def _run(*arguments: str) -> str:
    done = subprocess.run(_buildah(*arguments), env=_environment(), stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"buildah {' '.join(arguments)} ended with {done.returncode}: {done.stdout[-2000:]}")
    return done.stdout
