"""What is installed for the tests is what the service runs with, at the same versions."""

from __future__ import annotations

import re

from django.conf import settings


def pins(name: str) -> dict[str, str]:
    text = (settings.BASE_DIR / name).read_text()
    return dict(re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)", text, re.MULTILINE))


def wanted(name: str) -> set[str]:
    """The packages that a .in file names, as the pins spell them."""
    lines = (settings.BASE_DIR / name).read_text().splitlines()
    names = [found[0] for line in lines if (found := re.match(r"[A-Za-z0-9._-]+", line)) and not line.startswith("-")]
    return {each.lower() for each in names}


def test_the_tests_have_every_package_of_the_service_at_its_version() -> None:
    service, tests = pins("requirements.txt"), pins("requirements-dev.txt")
    assert service
    assert {name: version for name, version in service.items() if tests.get(name) != version} == {}


def test_whatever_is_asked_for_is_pinned() -> None:
    assert wanted("requirements.in") <= pins("requirements.txt").keys()
    assert wanted("requirements-dev.in") <= pins("requirements-dev.txt").keys()
