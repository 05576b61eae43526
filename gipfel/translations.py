"""Message catalogs without system tools: Babel reads the code, Django reads its own templates.

A string is found where a marker of `MARKERS` stands around a literal in Python, where a template says
{% translate %}, {% blocktranslate %} or `_("…")`, and in docstrings that describe endpoints of the API. Catalogs hold
no line numbers and no dates, so that a change of code changes them only where a sentence changed.
"""

from __future__ import annotations

import ast
import io
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from gipfel.endpoint_descriptions import descriptions_in
from gipfel.languages import catalog_names, catalog_path

EARLY = datetime(2000, 1, 1, tzinfo=UTC)
"""When catalogs were compiled, by their own account."""
PACKAGES = ("gipf_engine", "common", "players", "games", "ratings", "play", "tournaments", "gipfel")
_GETTEXTS = [f"{kind}gettext{late}" for kind in ("", "n", "p", "np") for late in ("", "_lazy")]
MARKERS = dict.fromkeys(["_", "gettext_noop", *_GETTEXTS])
PARAMETER = re.compile(r"%\((\w+)\)[sdf]|%[sd]|\{(\w*)\}")
TAG = re.compile(r"</?[a-z][^>]*>")
_ENDPOINT = "Translators: an endpoint of the API. Its first sentence stands in the list."
FLEETING = re.compile(rb'^"(?:POT-|PO-|Generated-By|Last-Translator|Language-Team|Report-|Project-).*\n', re.M)


# --- What the code says -----------------------------------------------------------------------------


def extract(project: Path) -> Catalog:
    """Every translatable string of the code and the templates under `project`, with the files that say it."""
    catalog = _empty(None)
    for file in sorted(_sources(project)):
        name = file.relative_to(project).as_posix()
        for marker, strings, comments in _strings_in(file):
            _add(catalog, name, marker, strings, comments)
    return catalog


def _sources(project: Path) -> Iterator[Path]:
    for package in PACKAGES:
        yield from (file for file in (project / package).rglob("*.py") if "migrations" not in file.parts)
    yield from (file for file in (project / "templates").rglob("*") if file.is_file())


def _strings_in(file: Path) -> Iterator[tuple[str, object, list[str]]]:
    """(marker, string or strings, comments for translators) of one file."""
    source = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        # To Python's tokenizer the indentation of a template would be a program's.
        source = "\n".join(line.strip() for line in templatize(source, origin=str(file)).splitlines())
    stream = io.BytesIO(source.encode())
    calls = extract_python(stream, MARKERS, ["Translators:"], {"encoding": "utf-8"})
    # Babel's annotation is that of another function; what comes is line, marker, strings, comments.
    for _line, marker, strings, comments in cast("Iterator[tuple[int, str, object, list[str]]]", calls):
        yield marker, strings, comments
    if file.suffix == ".py":
        yield from (("gettext", description, [_ENDPOINT]) for description in descriptions_in(source))


def _add(catalog: Catalog, name: str, marker: str, found: object, comments: list[str]) -> None:
    """Put one found call into the catalog; a marker around something that is no literal says nothing here."""
    kind = marker.split("gettext")[0]
    strings = found if isinstance(found, tuple) else (found,)
    context = str(strings[0]) if "p" in kind else None
    texts = strings[1:] if context else strings
    wanted = 2 if "n" in kind else 1
    words = [text for text in texts[:wanted] if isinstance(text, str) and text]
    if len(words) == wanted:
        key = tuple(words) if wanted == 2 else words[0]
        catalog.add(key, locations=[(name, 0)], auto_comments=comments, context=context)


# --- Catalog files ------------------------------------------------------------------------------------


def languages(project: Path) -> list[str]:
    """Every language that has a catalog, by the name of its folder."""
    return catalog_names(project / "locale")


def path(project: Path, language: str) -> Path:
    """The catalog of a language."""
    return catalog_path(project / "locale", language)


def read(file: Path, language: str) -> Catalog:
    """A catalog file; an empty catalog where there is none."""
    if not file.is_file():
        return _empty(language)
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def _empty(language: str | None) -> Catalog:
    return Catalog(locale=language, header_comment="# Messages of Gipfel.", charset="utf-8", fuzzy=False)


def update(project: Path, language: str, code: Catalog) -> bool:
    """Bring a language's catalog to the strings of `code`, keep what is translated. True when the file changed."""
    file = path(project, language)
    catalog = read(file, language)
    catalog.update(code, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    new = serialize(catalog)
    if file.is_file() and file.read_bytes() == new:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    _write_whole(file, new)
    return True


def serialize(catalog: Catalog) -> bytes:
    """A catalog as a .po file, sorted, without what changes by itself."""
    stream = io.BytesIO()
    write_po(stream, catalog, width=110, sort_output=True, include_lineno=False)
    return FLEETING.sub(b"", stream.getvalue())


def compile_all(project: Path) -> list[str]:
    """Write the .mo beside every .po that is newer. Returns the languages that were compiled."""
    done = []
    for source in sorted((project / "locale").glob("*/LC_MESSAGES/django.po")):
        target = source.with_suffix(".mo")
        if target.is_file() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        language = source.parent.parent.name
        _write_whole(target, _compile(read(source, language)))
        done.append(language)
    return done


def _compile(catalog: Catalog) -> bytes:
    stream = io.BytesIO()
    # Else they are the clock's, and no two builds are alike.
    catalog.creation_date = catalog.revision_date = EARLY
    write_mo(stream, catalog)
    return stream.getvalue()


def _write_whole(target: Path, content: bytes) -> None:
    """At once or not at all: another process may be reading it."""
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as stream:
        stream.write(content)
    Path(stream.name).chmod(0o644)
    os.replace(stream.name, target)  # noqa: PTH105  the atomic form


# --- What is wrong with them ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Findings:
    """What a check found, a line each.

    `faults`: translations that would break a page, and sentences that no catalog can know. `untranslated`: by
    language, what readers see in English.
    """

    faults: Sequence[str]
    untranslated: Mapping[str, Sequence[str]]


def check(project: Path) -> Findings:
    """Compare every catalog with the code."""
    code = [message for message in extract(project) if message.id]
    faults, untranslated = list(find_unmarked(project)), {}
    for language in languages(project):
        catalog = read(path(project, language), language)
        pairs = [(message, catalog.get(message.id, message.context)) for message in code]
        missing = [(message, _missing(there)) for message, there in pairs]
        untranslated[language] = [f"{language}: {why}: {_short(message)}" for message, why in missing if why]
        broken = [(message, _fault(message, there)) for message, there in pairs if there is not None]
        faults += [f"{language}: {fault}: {_short(message)}" for message, fault in broken if fault]
    return Findings(faults, untranslated)


def _missing(there: Message | None) -> str | None:
    """Why readers do not get a translation; None where they do."""
    if there is None:
        return "not in the catalog (manage.py catalogs update)"
    if not all(_texts(there.string)):
        return "not translated"
    return "fuzzy" if there.fuzzy else None


def _fault(wanted: Message, there: Message) -> str | None:
    """What is wrong with a translation, also one that is fuzzy or lacks a form; None when nothing is."""
    ids, forms = _texts(wanted.id), _texts(there.string)
    if not any(forms):
        return None
    if all(forms) and not _has_same_parameters(ids, forms):
        return "a parameter was lost or added"
    if any(form and _tags(form) != _tags(ids[-1]) for form in forms):
        return "its tags differ"
    return None


def _texts(value: object) -> tuple[str, ...]:
    """A message's one text or its plural forms, alike."""
    return tuple(str(text or "") for text in value) if isinstance(value, tuple | list) else (str(value or ""),)


def _has_same_parameters(ids: tuple[str, ...], forms: tuple[str, ...]) -> bool:
    """Whether each form has its parameters. A form for few may leave out the number, the last form may not."""
    least, most = _parameters(ids[0]), _parameters(ids[-1])
    every = most | least
    return all(least <= _parameters(form) <= every for form in forms) and most <= _parameters(forms[-1])


def _parameters(text: str) -> Counter[str]:
    return Counter(match.group() for match in PARAMETER.finditer(text.replace("%%", "")))


def _tags(text: str) -> Counter[str]:
    return Counter(TAG.findall(text))


def _short(message: Message) -> str:
    text = _texts(message.id)[0]
    where = message.locations[0][0] if message.locations else ""
    return f"{text[:90]!r} ({where})"


def find_unmarked(project: Path) -> Iterator[str]:
    """Messages whose literal carries no marker: no catalog would ever hear of them."""
    for file in sorted(file for file in _sources(project) if file.suffix == ".py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message" and _is_literal(node):
                place = f"{file.relative_to(project).as_posix()}:{node.lineno}"
                yield f"{place}: a Message whose literal is not marked with _()"


def _is_literal(call: ast.Call) -> bool:
    """Whether a Message is made from words on the spot; parameters alone have nothing to translate."""
    first = call.args[0] if call.args else None
    if not isinstance(first, ast.Constant):
        return False
    return bool(re.search("[a-z]{2}", re.sub(r"%\(\w+\)[sd]", "", str(first.value))))
