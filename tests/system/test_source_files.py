"""Source files stay short, and names in them stay plain: what CONTRIBUTING.md asks for, looked up in every file."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

FOLDERS = (
    "gipf_engine", "common", "players", "games", "ratings", "play", "tournaments", "gipfel",
    "tests", "testing", "bench", "tools", "templates",
)  # fmt: skip
SUFFIXES = {".py", ".html", ".css", ".js"}
MOST_LINES = 500
MOST_LINES_OF_A_FUNCTION = 48
LONGEST_TEST_NAME = 4
MOST_MODULES_OF_A_NAME = 5
"""In how many modules a private function may have one name: a search for `_show` would find many, `_show_desk` one."""
PLAIN_NAMES = frozenset({"Answer", "Entry", "Line", "Outcome", "State", "Step"})
"""Names that say little: each is one class at most. What a model has inside is known by its model: `Event.State`."""
GENERATED = {"migrations", "data", "__pycache__"}

ABOUT_SENTENCES = ("docs/style.md", "tests/web/test_style.py", "tools/english.py")
METAPHORS = re.compile(r"(?<![a-z])(?:houses?|rooms|doors?|storeys?|faces|verbs?)(?![a-z])", re.IGNORECASE)
"""Words that once stood for the server, apps, endpoints, layers, interfaces and services."""
LEGITIMATE = (
    "House rules",  # what players call rules of their own
    *("house player", "House player", "house_player", "house-player"),  # of a club: a program that plays for it
    "the faces are ellipses",  # those of pieces, as drawn
    'db_column="verb"',
    "line_has_a_verb",
    "l.verb",  # a column and a constraint of the journal, which stay
    "A function is a verb",
)

VAGUE = re.compile(r"\b(?:whoever|somebody|someone|nobody|anybody)\b", re.IGNORECASE)
"""Words that hide which role is meant, or that there is none: a player, an account, no one."""


def _sources() -> list[Path]:
    folders = [settings.BASE_DIR / name for name in (*FOLDERS, "static/css", "static/js")]
    found = [file for folder in folders for file in folder.rglob("*") if file.suffix in SUFFIXES]
    return [file for file in found if not GENERATED & set(file.relative_to(settings.BASE_DIR).parts)]


def _pages() -> list[Path]:
    return [*settings.BASE_DIR.glob("*.md"), *(settings.BASE_DIR / "docs").glob("*.md")]


def _name(file: Path) -> str:
    return file.relative_to(settings.BASE_DIR).as_posix()


@cache
def _nodes(code: str) -> tuple[list[ast.ImportFrom], set[str], list[tuple[str, int, int]]]:
    """What tests look at in a module, read once: imports, names of functions, docstrings with their places."""
    imports, functions, strings = list[ast.ImportFrom](), set[str](), list[tuple[str, int, int]]()
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.ImportFrom(module=str()):
                imports.append(node)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                functions.add(name)
            case ast.Expr(value=ast.Constant(value=str(text), lineno=line, col_offset=column)):
                strings.append((text, line, column))
    return imports, functions, strings


def metaphors_in(text: str) -> list[str]:
    for phrase in LEGITIMATE:
        text = text.replace(phrase, "")
    return METAPHORS.findall(text)


def long_functions(code: str) -> dict[str, int]:
    """The lines of each function that has more than MOST_LINES_OF_A_FUNCTION, with its docstring."""
    functions = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    lengths = [(node.name, (node.end_lineno or 0) - node.lineno + 1) for node in functions]
    return {name: length for name, length in lengths if length > MOST_LINES_OF_A_FUNCTION}


def renamed_classes(code: str) -> list[str]:
    """Classes of the project that this module imports under another name."""
    imports, _functions, _strings = _nodes(code)
    own = [each for node in imports if str(node.module).split(".")[0] in FOLDERS for each in node.names]
    return [f"{each.name} as {each.asname}" for each in own if each.asname and each.name[0].isupper()]


def classes_of_modules(code: str) -> list[str]:
    """The classes that a module has outside other classes."""
    return [node.name for node in ast.parse(code).body if isinstance(node, ast.ClassDef)]


def private_functions(code: str) -> set[str]:
    """The names of functions and methods that begin with one underscore."""
    return {name for name in _nodes(code)[1] if re.match(r"_[^_]", name)}


def leaning_docstrings(code: str) -> list[str]:
    """Docstrings, of values too, that can only be understood after what stands above them."""
    return [text.partition("\n")[0] for text, *_place in _nodes(code)[2] if re.match(r"\s*The same\b", text)]


def vague_words(code: str) -> list[str]:
    """Vague words in docstrings, of values too, and comments. Names and texts for people are not looked at."""
    if not VAGUE.search(code):  # cutting it into words takes longest
        return []
    docstrings = {(line, column) for _text, line, column in _nodes(code)[2]}
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    prose = [each.string for each in tokens if each.type == tokenize.COMMENT or each.start in docstrings]
    return [word for text in prose for word in VAGUE.findall(text)]


def vague_names(code: str) -> set[str]:
    """Names in which a vague word stands."""
    if not VAGUE.search(code.replace("_", " ")):
        return set()
    names = {
        token.string for token in tokenize.generate_tokens(io.StringIO(code).readline) if token.type == tokenize.NAME
    }
    return {name for name in names if VAGUE.search(name.replace("_", " "))}


def _modules() -> dict[str, str]:
    """The code of each module of the project itself, without that of tests and benchmarks."""
    files = [
        file
        for file in _sources()
        if file.suffix == ".py" and not _name(file).startswith(("tests/", "testing/", "bench/"))
    ]
    return {_name(file): file.read_text(encoding="utf-8") for file in files}


def test_no_source_file_is_longer_than_500_lines() -> None:
    lengths = {_name(file): len(file.read_text(encoding="utf-8").splitlines()) for file in _sources()}
    assert len(lengths) > 500
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_no_metaphor_stands_for_a_part_of_the_project() -> None:
    texts = {_name(file): file.read_text(encoding="utf-8") for file in [*_sources(), *_pages()]}
    del texts[_name(Path(__file__))]
    for name in ABOUT_SENTENCES:
        texts[name] = re.sub("verb", "", texts[name], flags=re.IGNORECASE)  # there it is a part of speech
    assert {name: found for name, text in texts.items() if (found := metaphors_in(text))} == {}


def test_test_files_are_named_after_their_subject() -> None:
    names = [_name(file) for file in _sources() if file.name.startswith("test_")]
    assert [name for name in names if len(Path(name).stem.split("_")) - 1 > LONGEST_TEST_NAME] == []


def test_no_comment_of_a_template_goes_over_two_lines() -> None:
    """Django would show it."""
    templates = [file for file in _sources() if file.suffix == ".html"]
    lines = {_name(file): file.read_text(encoding="utf-8").splitlines() for file in templates}
    open_ended = {name for name, each in lines.items() if any(line.count("{#") != line.count("#}") for line in each)}
    assert len(lines) > 100
    assert open_ended == set()


def test_no_class_is_imported_under_the_name_of_another() -> None:
    """Two classes of one name would meet in that file: one of them needs a better name."""
    code = {_name(file): file.read_text(encoding="utf-8") for file in _sources() if file.suffix == ".py"}
    assert {name: found for name, text in code.items() if (found := renamed_classes(text))} == {}


def test_a_class_under_another_name_is_found() -> None:
    code = "from games.models import (\n    Game,\n    Role as Part,\n)\nfrom django.db import Field as Column\n"
    assert renamed_classes(code) == ["Role as Part"]


def test_a_plain_name_means_one_class() -> None:
    names = Counter(name for code in _modules().values() for name in classes_of_modules(code))
    assert len(names) > 1000
    assert {name: names[name] for name in PLAIN_NAMES if names[name] > 1} == {}


def test_classes_inside_others_are_not_counted() -> None:
    assert classes_of_modules("class Event:\n    class State: ...\nclass Line: ...") == ["Event", "Line"]


def test_a_search_finds_a_private_function() -> None:
    names = Counter(name for code in _modules().values() for name in private_functions(code))
    assert len(names) > 1000
    assert {name: count for name, count in names.items() if count > MOST_MODULES_OF_A_NAME} == {}


def test_no_function_is_longer_than_48_lines() -> None:
    assert {name: found for name, code in _modules().items() if (found := long_functions(code))} == {}


def test_long_functions_are_found() -> None:
    long = "async def long():\n" + "    pass\n" * 48
    assert long_functions(f"class A:\n    def short(self): ...\n{long}") == {"long": 49}


def test_docstrings_are_understood_without_their_neighbours() -> None:
    assert {name: found for name, code in _modules().items() if (found := leaning_docstrings(code))} == {}


def test_private_functions_and_methods_are_found() -> None:
    code = "def _show(): ...\nclass Page:\n    async def _read(self): ...\n    def __init__(self): ...\ndef show(): ..."
    assert private_functions(code) == {"_show", "_read"}


@pytest.mark.parametrize(
    "code", ['def after():\n    """The same, later."""', 'LONG = 2\n"""The same by mail."""', '"""\nThe same."""']
)
def test_a_docstring_that_leans_on_its_neighbour_is_found(code: str) -> None:
    assert leaning_docstrings(code)


def test_what_is_the_same_may_be_said_later() -> None:
    assert not leaning_docstrings('def key():\n    """A number. The same for all images."""\n    return "The same"')


def test_docstrings_and_comments_name_roles() -> None:
    assert {name: found for name, code in _modules().items() if (found := vague_words(code))} == {}


def test_names_say_which_role_is_meant() -> None:
    assert {name: found for name, code in _modules().items() if (found := vague_names(code))} == {}


def test_vague_names_are_found() -> None:
    assert vague_names("NOBODY = 1\ndef of_whoever(some, body): ...") == {"NOBODY", "of_whoever"}


def test_vague_words_are_found_in_prose_alone() -> None:
    code = 'def ask(nobody):\n    """Whoever asks."""\n    return "Somebody was faster"  # nobody is told\n'
    assert vague_words(code) == ["Whoever", "nobody"]


@pytest.mark.parametrize("text", ["class Door:", "def of_the_house():", "rooms above", "the verbs decide", "storey 2"])
def test_metaphors_are_found_in_names_and_sentences(text: str) -> None:
    assert metaphors_in(text)


@pytest.mark.parametrize("text", ["indoors", "verbose=True", "room for one more", 'label=_("House rules")'])
def test_other_words_are_none(text: str) -> None:
    assert not metaphors_in(text)
