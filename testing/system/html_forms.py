"""Forms as a browser reads them from a page: where they go, what they hold, and what is sent when nothing is typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile

CHOICES = ("select", "radio", "button")
KEY_OF_FORMS = "csrfmiddlewaretoken"


@dataclass
class Field:
    """One name of a form. `value` is what goes when nothing is touched (bytes: a file); None is nothing.

    `together` are the values that go by this one name, where a form has several: ticked boxes, hidden values.
    """

    name: str
    kind: str
    value: str | bytes | None = None
    together: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    required: bool = False
    longest: int | None = None


@dataclass
class HtmlForm:
    """A form that posts: the address that it goes to, and its fields by name."""

    action: str
    fields: dict[str, Field] = field(default_factory=dict)
    has_plain_button: bool = False
    """A button without a name comes before all others, and is pressed: theirs are not sent."""

    @property
    def path(self) -> str:
        return urlsplit(self.action).path

    def untouched(self) -> dict[str, Any]:
        """What a browser sends when a person just presses the (first) button."""
        sent = {each.name: each.value for each in self.fields.values() if each.value is not None}
        return sent | {each.name: each.together for each in self.fields.values() if len(each.together) > 1}


def as_sent(data: Mapping[str, Any]) -> dict[str, Any]:
    """What Django's client sends for `data`: bytes are a file."""
    return {name: SimpleUploadedFile(name, each) if isinstance(each, bytes) else each for name, each in data.items()}


def html_forms(address: str, page: str) -> list[HtmlForm]:
    """The posting forms of `page`, which stands at `address`."""
    reader = _Reader(address)
    reader.feed(page)
    return reader.found


class _Reader(HTMLParser):
    """Collects forms. Everything stands inside its form here, so that no `form=` attribute is followed."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.found: list[HtmlForm] = []
        self._form: HtmlForm | None = None
        self._select: Field | None = None
        self._text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        # A page shows a hidden form later by script, when what it does can be done.
        if tag == "form" and known.get("method", "").lower() == "post" and "hidden" not in known:
            self._form = HtmlForm(urljoin(self.address, known.get("action") or self.address))
            self.found.append(self._form)
        elif self._form is None:
            return
        elif tag == "option" and self._select is not None:
            self._option(known)
        elif tag == "button" and "name" not in known:
            self._form.has_plain_button = True
        elif tag in ("input", "button", "select", "textarea") and known.get("name", KEY_OF_FORMS) != KEY_OF_FORMS:
            self._control(tag, known, self._form)

    def _control(self, tag: str, known: dict[str, str], form: HtmlForm) -> None:
        kind = known.get("type", "text") if tag == "input" else tag
        kind = "number" if known.get("inputmode") in ("numeric", "decimal") else kind
        seen = form.fields.setdefault(known["name"], Field(known["name"], kind))
        seen.required |= "required" in known
        seen.longest = int(known["maxlength"]) if "maxlength" in known else None
        if tag == "select":
            self._select = seen
        elif tag == "textarea":
            self._text = []
            seen.value = ""
        elif kind in ("radio", "button", "checkbox"):
            _one_of(seen, known, is_pressed=kind == "button" and not form.has_plain_button)
        else:
            seen.value = known.get("value", "")
            if kind == "hidden":
                seen.together.append(seen.value)

    def _option(self, known: dict[str, str]) -> None:
        select, value = self._select, known.get("value", "")
        assert select is not None
        select.options.append(value)
        if "selected" in known or select.value is None:
            select.value = value

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._text is not None and self._form is not None:
            last = list(self._form.fields.values())[-1]
            last.value, self._text = "".join(self._text).removeprefix("\n"), None


def _one_of(seen: Field, known: dict[str, str], *, is_pressed: bool) -> None:
    """A button counts when it is pressed: the first one is. A radio or a box counts when it is ticked."""
    value = known.get("value", "on")
    seen.options.append(value)
    if "checked" in known or (is_pressed and seen.value is None):
        seen.value = value
    if "checked" in known and seen.kind == "checkbox":
        seen.together.append(value)
