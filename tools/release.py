"""`python -m tools.release`: all files of a release, in `dist/`, from what is committed.

    python -m tools.release [--to FOLDER] [--packages]

Wheels and source archives of the service and of the engine, the notes (the newest section of CHANGELOG.md), a bill of
materials (CycloneDX) of what requirements.txt and requirements-files.txt pin, the site of the docs, and SHA256SUMS over
all of it. Every moment in them is that of the commit (or SOURCE_DATE_EPOCH), so that a second build has the same bytes.
`--packages`: wheels, archives, notes and sums alone, which needs no network.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import hatchling

PROJECT = Path(__file__).resolve().parents[1]
TOOLS = PROJECT / "requirements-release.txt"
SUMS = "SHA256SUMS"
OUTSIDE = re.compile(
    r"<(?:script|img|iframe|link rel=.?(?:stylesheet|icon|preload).?)[^>]*?(?:src|href)=\"?https?://[^\" >]+"
)

LANGUAGES = {"": ("en", "ltr"), "fa": ("fa", "rtl"), "ja": ("ja", "ltr")}
"""Language and direction of the pages in each folder of the site."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build into an empty folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=PROJECT / "dist", metavar="FOLDER", help="made anew (dist)")
    parser.add_argument("--packages", action="store_true", help="no bill of materials, no site: without the network")
    options = parser.parse_args(arguments)
    to: Path = options.to.resolve()
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "gipfel"
        environment = os.environ | {"SOURCE_DATE_EPOCH": _moment_of_commit(), "PYTHONHASHSEED": "0", "TZ": "UTC"}
        export(tree, environment)
        build_packages(tree, to, environment)
        if not options.packages:
            programs = _programs(Path(folder) / "tools")
            write_bill(programs, tree, to, environment)
            build_site(programs, tree, to, environment)
    (to / "NOTES.md").write_text(notes((PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")), encoding="utf-8")
    (to / SUMS).write_text(sums(to), encoding="utf-8")
    for file in sorted(to.iterdir()):
        print(f"{file.stat().st_size:>10} {file.name}")  # noqa: T201  the command's own answer
    return 0


def export(tree: Path, environment: dict[str, str]) -> None:
    """The commit, without what lies beside it, and the catalogs of messages compiled."""
    tree.mkdir()
    archive = tree.with_suffix(".tar")
    _run("git", "archive", "--format=tar", "--output", str(archive), "HEAD", cwd=PROJECT)
    with tarfile.open(archive) as files:
        files.extractall(tree, filter="data")
    _run(sys.executable, "manage.py", "catalogs", "compile", cwd=tree, env=environment)


def build_packages(tree: Path, to: Path, environment: dict[str, str]) -> None:
    """Wheel and source archive of the service and of the engine."""
    # The builder of this environment, wherever the tree is.
    where = environment | {"PYTHONPATH": str(Path(hatchling.__file__).parents[1])}
    for folder in (tree, tree / "gipf_engine"):
        _run(
            sys.executable,
            "-m",
            "hatchling",
            "build",
            "-t",
            "sdist",
            "-t",
            "wheel",
            "-d",
            str(to),
            cwd=folder,
            env=where,
        )


def write_bill(programs: Path, tree: Path, to: Path, environment: dict[str, str]) -> None:
    """The bill of materials: each package that the service or its image installs, with its version."""
    pinned = (tree / "requirements.txt").read_text(encoding="utf-8").splitlines()
    more = (tree / "requirements-files.txt").read_text(encoding="utf-8").splitlines()
    bill = tree / "bill.txt"
    bill.write_text("\n".join([*pinned, *(line for line in more if line not in pinned)]), encoding="utf-8")
    asked = ["requirements", bill.name, "--pyproject", "pyproject.toml", "--output-reproducible"]
    file = to / f"gipfel-{version()}.cdx.json"
    _run(str(programs / "cyclonedx-py"), *asked, "--output-file", str(file), cwd=tree, env=environment)


def build_site(programs: Path, tree: Path, to: Path, environment: dict[str, str]) -> None:
    """The site of the docs, as one archive. SystemExit where a page would load something from another host,
    or is not marked with the language of its folder.
    """
    _run(str(programs / "zensical"), "build", "--clean", "-f", "mkdocs.yml", cwd=tree, env=environment)
    outside = {
        f"{page.name}: {found}"
        for page in (tree / "site").rglob("*.html")
        for found in OUTSIDE.findall(page.read_text(encoding="utf-8"))
    }
    if outside:
        raise SystemExit("these pages load from other hosts: " + ", ".join(sorted(outside)))
    unmarked = pages_in_other_languages(tree / "site")
    if unmarked:
        raise SystemExit("these pages lack their language or direction: " + ", ".join(unmarked))
    pack(tree / "site", to / f"gipfel-docs-{version()}.tar.gz", int(environment["SOURCE_DATE_EPOCH"]))


def pages_in_other_languages(site: Path) -> list[str]:
    """Guides whose language or direction is not that of their folder. A folder without guides counts as one."""
    found = []
    for folder, (language, direction) in LANGUAGES.items():
        for page in (site / folder / "players.html", site / folder / "organisers.html"):
            html = page.read_text(encoding="utf-8") if page.exists() else ""
            if f'<html lang="{language}"' not in html or f'<body dir="{direction}"' not in html:
                found.append(str(page.relative_to(site)))
    return found


def pack(folder: Path, archive: Path, moment: int) -> None:
    """A folder as an archive whose bytes depend on its files alone."""
    with (
        archive.open("wb") as file,
        gzip.GzipFile("", "wb", mtime=moment, fileobj=file) as packed,
        tarfile.open(fileobj=packed, mode="w") as files,
    ):
        for each in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".gz"):
            info = files.gettarinfo(each, str(each.relative_to(folder)))
            info.mtime, info.uid, info.gid, info.uname, info.gname, info.mode = moment, 0, 0, "", "", 0o644
            with each.open("rb") as content:
                files.addfile(info, content)


def notes(changelog: str) -> str:
    """The newest section of the list of changes."""
    return "## " + re.split(r"^## ", changelog, flags=re.MULTILINE)[1].strip() + "\n"


def sums(folder: Path) -> str:
    """A line for each file, as `sha256sum --check` reads them."""
    files = sorted(file for file in folder.iterdir() if file.name != SUMS)
    return "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def version() -> str:
    """The release, as pyproject.toml has it."""
    named: str = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return named


def _moment_of_commit() -> str:
    """SOURCE_DATE_EPOCH, or when the commit was made."""
    return os.environ.get("SOURCE_DATE_EPOCH") or _run("git", "log", "-1", "--format=%ct", cwd=PROJECT).strip()


def _programs(folder: Path) -> Path:
    """The programs that requirements-release.txt pins, in an environment of their own."""
    _run(sys.executable, "-m", "venv", str(folder), cwd=PROJECT)
    _run(str(folder / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", "-r", str(TOOLS), cwd=PROJECT)
    return folder / "bin"


def _run(*command: str, cwd: Path, env: dict[str, str] | None = None) -> str:
    """What a program prints. SystemExit with its complaint where it fails."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)  # noqa: S603  our own
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
