"""The game that CONTRIBUTING.md adds, as long as a test lasts. It is without its board: positions are lists."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from engine.rules.registry import RULES
from tests import PROJECT

GAME_PAGE = PROJECT / "CONTRIBUTING.md"


@contextmanager
def registered() -> Iterator[str]:
    """Its key in the register."""
    text = GAME_PAGE.read_text(encoding="utf-8")
    (code,) = re.findall(r"`engine/rules/twenty\.py`:\n\n```python\n(.*?)```", text, re.DOTALL)
    len(RULES)  # whatever is there is found first
    module = ModuleType("engine.rules.twenty")
    sys.modules[module.__name__] = module
    exec(compile(code, "twenty.py", "exec"), module.__dict__)
    yield "twenty-plain"
    RULES.remove("twenty-plain")
    del sys.modules[module.__name__]
