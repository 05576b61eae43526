"""Lines of code outside tests, `bench` and migrations, by package, as the syntax tree has them.

    python -m bench.code_lines                  as it was committed last
    python -m bench.code_lines main HEAD        in these commits, side by side
    python -m bench.code_lines --depth 2 main   by subject

A line counts if a node of the syntax tree begins on it: no blank lines, comments, docstrings, imports or lone brackets.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import TypeGuard

PROJECT = Path(__file__).resolve().parent.parent
NOT_COUNTED = {"bench", "stubs", "testing", "tests"}


def code_lines(text: str) -> int:
    """How many lines of a module bear code."""
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    left_out: list[ast.stmt] = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    left_out += [node for node in nodes if _is_docstring(node)]
    without = {line for node in left_out for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return len({line for node in nodes if (line := getattr(node, "lineno", None)) is not None} - without)


def _is_docstring(node: ast.AST) -> TypeGuard[ast.Expr]:
    """Whether it is a string that stands alone: of a module, class or function, or below an attribute."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def by_package(modules: Iterable[tuple[str, str]], depth: int) -> Counter[str]:
    """The lines of (path, text) by the first `depth` folders of the path."""
    found: Counter[str] = Counter()
    for name, text in modules:
        folders = PurePosixPath(name).parent.parts
        if "migrations" not in folders and not set(folders[:1]) & NOT_COUNTED:
            found["/".join(folders[:depth]) or "."] += code_lines(text)
    return found


def _modules(commit: str) -> Iterator[tuple[str, str]]:
    """Path and text of each module of a commit."""
    packed = subprocess.run(["git", "archive", commit], cwd=PROJECT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for each in archive:
            if each.name.endswith(".py") and (file := archive.extractfile(each)) is not None:
                yield each.name, file.read().decode()


def main(arguments: Sequence[str] = ()) -> None:
    """Print a line for each package, and the sum."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commits", nargs="*", default=["HEAD"])
    parser.add_argument("--depth", type=int, default=1, help="folders that make a package")
    asked = parser.parse_args(arguments)
    counts = [by_package(_modules(commit), asked.depth) for commit in asked.commits]
    print(f"{'':<40}" + "".join(f"{commit:>12}" for commit in asked.commits))
    for name in sorted(set().union(*counts), key=lambda each: -counts[-1][each]):
        print(f"{name:<40}" + "".join(f"{count[name]:>12,}" for count in counts))
    print(f"{'together':<40}" + "".join(f"{count.total():>12,}" for count in counts))


if __name__ == "__main__":
    main(sys.argv[1:])
