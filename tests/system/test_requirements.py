"""What is installed for the tests is what the service runs with, at the same versions."""

from __future__ import annotations

import re
from importlib.metadata import requires

from django.conf import settings
from packaging.requirements import Requirement


def pins(name: str) -> dict[str, str]:
    text = (settings.BASE_DIR / name).read_text()
    return dict(re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)", text, re.MULTILINE))


def wanted(name: str) -> set[str]:
    """The packages that a .in file names, as the pins spell them."""
    lines = (settings.BASE_DIR / name).read_text().splitlines()
    names = [found[0] for line in lines if (found := re.match(r"[A-Za-z0-9._-]+", line)) and not line.startswith("-")]
    return {each.lower().replace(".", "-") for each in names}


def test_the_tests_have_every_package_of_the_service_at_its_version() -> None:
    service, tests = pins("requirements.txt"), pins("requirements-dev.txt")
    assert service
    assert {name: version for name, version in service.items() if tests.get(name) != version} == {}


def test_what_object_storage_needs_is_at_the_versions_of_the_service_and_of_the_tests() -> None:
    service, tests, files = (pins(f"requirements{name}.txt") for name in ("", "-dev", "-files"))
    assert {name: version for name, version in files.items() if tests.get(name) != version} == {}
    assert {name: version for name, version in files.items() if service.get(name, version) != version} == {}


def test_whatever_is_asked_for_is_pinned() -> None:
    assert {"django-storages"} == wanted("requirements-files.in") <= pins("requirements-files.txt").keys()
    assert wanted("requirements.in") <= pins("requirements.txt").keys()
    assert wanted("requirements-dev.in") <= pins("requirements-dev.txt").keys()


def test_what_is_installed_after_the_first_page_is_pinned_and_nothing_else_needs_it() -> None:
    pinned = pins("requirements.txt").keys()
    later = set((settings.BASE_DIR / "deploy" / "installed-later.txt").read_text().split())
    assert later and later <= pinned
    assert {name: needed for name in pinned - later if (needed := _needs(name) & later)} == {}


def _needs(name: str) -> set[str]:
    """The packages that an installed one requires here, without its extras."""
    wanted = map(Requirement, requires(name) or [])
    return {each.name.lower() for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})}
