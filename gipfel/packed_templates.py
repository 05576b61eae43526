"""Templates without indentation and blank lines, which are a twentieth of what pages weigh."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

AS_WRITTEN = re.compile(r"({% blocktrans.*?{% endblocktrans|<pre\b.*?</pre>|<textarea\b.*?</textarea>)", re.DOTALL)
"""What keeps its blanks: the keys of the catalogs, and what a browser shows with them."""
BLANKS = re.compile(r"[ \t]*\n\s*")


def pack_template(text: str) -> str:
    """A template of a page with one line break wherever there were blanks around one."""
    parts = AS_WRITTEN.split(text)
    return "".join(part if place % 2 else BLANKS.sub("\n", part) for place, part in enumerate(parts))


class PackedTemplates(filesystem.Loader):
    """Reads templates from their folders, those of pages packed."""

    def get_contents(self, origin: Origin) -> str:
        """The text of a template; TemplateDoesNotExist where it is not in this folder."""
        text = super().get_contents(origin)
        return pack_template(text) if origin.name.endswith(".html") else text
