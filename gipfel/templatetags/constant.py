"""`{% constant %}`: parts of a page that are the same for everybody who reads one language."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template import Context, NodeList
from django.template.base import Parser, Token
from django.template.loader_tags import BlockNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_bidi

register = template.Library()


class ConstantNode(template.Node):
    """Its content, rendered once a language and process. It knows nothing of the request and of the page's values."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist
        self._rendered: dict[str, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        language = get_language() or settings.LANGUAGE_CODE
        if language not in self._rendered:
            self._rendered[language] = self.nodelist.render(context.new(known_to_constants(language)))
        return self._rendered[language]


def known_to_constants(language: str) -> dict[str, object]:
    """All that a part of a page knows that is the same for all who read one language."""
    return {"LANGUAGE_CODE": language, "LANGUAGE_BIDI": get_language_bidi(), "LANGUAGES": settings.LANGUAGES}


@register.tag
def constant(parser: Parser, token: Token) -> ConstantNode:
    """`{% constant %}…{% endconstant %}`: addresses, texts and files, and nothing that a page or its reader changes."""
    nodelist = parser.parse(("endconstant",))
    parser.delete_first_token()
    if nodelist.get_nodes_by_type(BlockNode):
        raise template.TemplateSyntaxError("A block differs from page to page: it cannot stand in {% constant %}.")
    return ConstantNode(nodelist)
