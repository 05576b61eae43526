"""The game that docs/rules-engine.md adds by one new file, as long as a test lasts."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from games.rules import all_rules, rules_for
from games.rules.api import RULES

HOUSE = Path(__file__).parents[2]
PAGE = HOUSE / "docs" / "rules-engine.md"


@contextmanager
def registered() -> Iterator[str]:
    """Its key in the register."""
    (code,) = re.findall(r"```python\n(\"\"\"Twenty.*?)```", PAGE.read_text(), re.DOTALL)
    all_rules()
    module = ModuleType("games.rules.twenty")
    sys.modules[module.__name__] = module
    exec(compile(code, "twenty.py", "exec"), module.__dict__)
    yield "twenty-plain"
    del RULES["twenty-plain"], sys.modules[module.__name__]
    rules_for.cache_clear()
