"""`{% block_text "title" %}`: the text of a block once more, where a page says the same at two places."""

from __future__ import annotations

from django import template
from django.template import Context, NodeList
from django.template.loader_tags import BlockNode
from django.utils.html import strip_tags
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def block_text(context: Context, name: str) -> SafeString:
    """What the page puts into the block called `name`, for an attribute: no tags, white space single, escaped once."""
    return text_of(BlockNode(name, NodeList()).render(context))


def text_of(block: str) -> SafeString:
    """The text of what a block prints."""
    return SafeString(" ".join(strip_tags(block).split()).replace('"', "&quot;"))
