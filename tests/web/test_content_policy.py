"""No file of the pages asks another host for anything, and nothing stands inline: the policy is strict."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

TEMPLATES = sorted(path for path in (settings.BASE_DIR / "templates").rglob("*") if path.is_file())
STYLES = sorted((settings.BASE_DIR / "static" / "css").glob("*.css"))
SCRIPTS = sorted((settings.BASE_DIR / "static" / "js").glob("*.js"))

OUTSIDE = re.compile(r"(?:https?:|wss?:)?//[a-z0-9]", re.I)
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")
INLINE = re.compile(r"<style|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:|<script(?![^>]*\ssrc=)", re.I)
PHYSICAL = re.compile(
    r"(?:margin|padding|border)-(?:left|right)|(?<![-\w])(?:left|right)\s*:|text-align:\s*(?:left|right)|float:\s*(?:left|right)"
)
ADDRESS = re.compile(r"url\(([^)]+)\)")


def relative(path: Path) -> str:
    return path.relative_to(settings.BASE_DIR).as_posix()


def without_namespaces(text: str) -> str:
    for namespace in NAMESPACES:
        text = text.replace(namespace, "")
    return text


@pytest.mark.parametrize("template", TEMPLATES, ids=relative)
def test_a_template_names_no_host_and_holds_nothing_inline(template: Path) -> None:
    text = without_namespaces(template.read_text(encoding="utf-8"))
    assert OUTSIDE.findall(text) == []
    assert INLINE.findall(text) == []


@pytest.mark.parametrize("style", STYLES, ids=relative)
def test_a_style_sheet_names_files_of_this_server_alone(style: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.S)
    assert OUTSIDE.findall(without_namespaces(text)) == []
    for address in ADDRESS.findall(text):
        if not address.strip("\"'").startswith("data:"):
            assert (style.parent / address.strip("\"'")).is_file(), address


@pytest.mark.parametrize("style", STYLES, ids=relative)
def test_a_style_sheet_knows_no_left_and_right(style: Path) -> None:
    assert PHYSICAL.findall(style.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=relative)
def test_a_script_asks_no_other_host(script: Path) -> None:
    text = re.sub(r"^\s*//.*$", "", without_namespaces(script.read_text(encoding="utf-8")), flags=re.M)
    assert not re.search(r"[\"'`](?:https?:|wss?:)?//", text)
    assert not re.search(r"\beval\(|new Function|document\.write", text)


def test_every_page_is_sent_with_the_strict_policy(client: Client, db: None) -> None:
    for address in ("/", "/search", "/nowhere"):
        policy = client.get(address)["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "style-src 'self'" in policy
        assert "unsafe" not in policy


def test_the_small_files_are_there(client: Client, db: None) -> None:
    robots = client.get("/robots.txt")
    assert robots["Content-Type"].startswith("text/plain")
    assert "Disallow: /account" in robots.content.decode()
    manifest = client.get("/manifest.webmanifest")
    assert manifest["Content-Type"] == "application/manifest+json"
    icons = manifest.json()["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} >= {("192x192", "any"), ("512x512", "maskable")}
    for icon in icons:
        found = finders.find(icon["src"].removeprefix(settings.STATIC_URL))
        assert found is not None
        if icon["type"] == "image/png":
            head = Path(str(found)).read_bytes()[:24]  # width and height stand behind "IHDR"
            pixels = "x".join(str(int.from_bytes(head[at : at + 4], "big")) for at in (16, 20))
            assert pixels == icon["sizes"]
    page = client.get("/about").content.decode()
    assert '<link rel="apple-touch-icon" href="/static/icon-180.png">' in page
