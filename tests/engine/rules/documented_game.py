"""The game that docs/rules-engine.md adds by one new file, as long as a test lasts."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from engine.rules.registry import RULES
from tests import PROJECT

PAGE = PROJECT / "docs" / "rules-engine.md"


@contextmanager
def registered() -> Iterator[str]:
    """Its key in the register."""
    (code,) = re.findall(r"```python\n(\"\"\"Twenty.*?)```", PAGE.read_text(), re.DOTALL)
    len(RULES)  # whatever is there is found first
    module = ModuleType("engine.rules.twenty")
    sys.modules[module.__name__] = module
    exec(compile(code, "twenty.py", "exec"), module.__dict__)
    yield "twenty-plain"
    RULES.remove("twenty-plain")
    del sys.modules[module.__name__]
