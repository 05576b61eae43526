"""Variables of templates, found as Django finds them, with a short way for what most of them are.

Django tries an item before an attribute, and catches what goes wrong. Whether a class has items at all is known
beforehand. What is unusual is left to Django, from the start: a part that is missing, a method that needs arguments.
"""

from __future__ import annotations

import html
from typing import Any

from django.template import Context
from django.template.base import (
    FilterExpression,
    Node,
    Parser,
    Variable,
    VariableDoesNotExist,
    render_value_in_context,
)
from django.utils.safestring import SafeString

BY_PLACE = (vars(tuple)["__getitem__"], vars(list)["__getitem__"], vars(str)["__getitem__"])
"""What a class has that takes no names as items; named tuples have it."""
_only_attributes: dict[type, bool] = {}


class QuickVariable(Variable):
    """A variable of a template, quicker to resolve."""

    __slots__ = ()

    def resolve(self, context: Any) -> Any:
        """Its value; VariableDoesNotExist where it has none."""
        lookups = self.lookups
        if lookups is None or self.translate or not isinstance(context, Context):
            return super().resolve(context)
        try:
            current = _named(context, lookups[0])
            for bit in lookups[1:]:
                current = getattr(current, bit) if _has_only_attributes(type(current)) else current[bit]
                if callable(current):
                    current = _call(current)
        except VariableDoesNotExist:
            raise
        except Exception:  # Django finds it another way, or tells what is wrong
            return super().resolve(context)
        return current


def _named(context: Context, name: str) -> Any:
    for values in reversed(context.dicts):
        if name in values:
            value = values[name]
            return _call(value) if callable(value) else value
    if hasattr(type(context), name):
        raise LookupError(name)
    raise VariableDoesNotExist("Failed lookup for key [%s]", (name,))


def _call(value: Any) -> Any:
    """What a function answers that is called without arguments."""
    if getattr(value, "do_not_call_in_templates", False):
        return value
    if getattr(value, "alters_data", False):
        raise LookupError
    return value()


def _has_only_attributes(kind: type) -> bool:
    known = _only_attributes.get(kind)
    if known is None:
        item = next((vars(each)["__getitem__"] for each in kind.__mro__ if "__getitem__" in vars(each)), None)
        known = _only_attributes[kind] = item is None or item in BY_PLACE
    return known


class QuickExpression(FilterExpression):
    """A variable with its filters."""

    __slots__ = ()

    def __init__(self, token: str, parser: Parser) -> None:
        super().__init__(token, parser)
        self.var = _quick(self.var)
        self.filters = [(each, [(named, _quick(value)) for named, value in given]) for each, given in self.filters]

    def resolve(self, context: Any, ignore_failures: bool = False) -> Any:
        """The value, after all filters."""
        if self.filters or not self.is_var:
            return super().resolve(context, ignore_failures)
        try:
            return self.var.resolve(context)
        except VariableDoesNotExist:
            invalid = context.template.engine.string_if_invalid
            return None if ignore_failures else invalid % self.var if "%s" in invalid else invalid


def _quick(value: Any) -> Any:
    return QuickVariable(value.var) if type(value) is Variable and value.lookups is not None else value


class QuickValue(Node):
    """A variable that is printed."""

    child_nodelists = ()

    def __init__(self, expression: FilterExpression) -> None:
        self.expression = expression

    def render(self, context: Context) -> Any:
        """Its text, escaped where it must be."""
        value = self.expression.resolve(context)
        kind = type(value)
        if kind is SafeString:
            return value
        if kind is str:
            return SafeString(html.escape(value)) if context.autoescape else value
        return render_value_in_context(value, context)

    render_annotated = render
