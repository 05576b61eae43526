"""Finds templates and keeps them: as they are written, and folded."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from django.template import NodeList, Origin, Template, TemplateDoesNotExist
from django.template.base import Lexer, Parser
from django.template.engine import Engine

from gipfel.packed_templates import PackedTemplates
from gipfel.quick_templates.folding import Folder
from gipfel.quick_templates.lookups import QuickExpression


class QuickParser(Parser):
    """Reads expressions as those that are quicker to resolve."""

    def compile_filter(self, token: str) -> QuickExpression:
        """A variable with its filters."""
        return QuickExpression(token, self)


class WrittenTemplate(Template):
    """A template as it is written."""

    def compile_nodelist(self) -> NodeList:
        """Its nodes. Django does the same with its own parser, which cannot be named."""
        engine = self.engine
        parser = QuickParser(
            Lexer(self.source).tokenize(), engine.template_libraries, engine.template_builtins, self.origin
        )
        nodes = parser.parse()
        self.extra_data = parser.extra_data
        return nodes


class FoldedTemplate(Template):
    """A template that is rendered, folded when it is first needed."""

    def __init__(self, written: Template, folder: Folder) -> None:
        self.__dict__.update(vars(written))
        del self.__dict__["nodelist"]
        self._written, self._folder = written, folder

    @cached_property
    def nodelist(self) -> NodeList:  # type: ignore[override]  # an attribute there, found once it is read here
        """What is rendered."""
        return self._folder.fold(self._written)


class QuickTemplates(PackedTemplates):
    """Reads templates once a process. What a template extends that is not known before is as it is written."""

    def __init__(self, engine: Engine, dirs: list[str | Path] | None = None) -> None:
        super().__init__(engine, dirs)
        self.reset()

    def reset(self) -> None:
        """Forget all templates."""
        self._read: dict[tuple[str, ...], Template] = {}
        self._folded: dict[str, Template] = {}
        self._folder = Folder(self._written)

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """The template of this name; TemplateDoesNotExist."""
        if skip:
            return self._written(template_name, skip)
        if template_name not in self._folded:
            self._folded[template_name] = FoldedTemplate(self._written(template_name), self._folder)
        return self._folded[template_name]

    @property
    def names(self) -> set[str]:
        """Those that were read."""
        return {name for name, *_skipped in self._read}

    def _written(self, name: str, skip: Sequence[Origin] = ()) -> Template:
        key = name, *(origin.name for origin in skip if origin.template_name == name)
        if key not in self._read:
            self._read[key] = self._parse(name, skip)
        return self._read[key]

    def _parse(self, name: str, skip: Sequence[Origin]) -> Template:
        sources = list(self.get_template_sources(name))
        for origin in sources:
            if origin not in skip:
                with suppress(TemplateDoesNotExist):
                    return WrittenTemplate(self.get_contents(origin), origin, name, self.engine)
        raise TemplateDoesNotExist(name, tried=[(origin, "Not there, or skipped") for origin in sources])
