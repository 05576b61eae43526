"""QR codes of addresses, to show on a page or to print."""

from __future__ import annotations

import io

import segno


def qr_code(text: str) -> str:
    """`text` as a QR code, in a data: address of an image. Dark on light, whatever the theme."""
    picture: str = segno.make(text, error="m").svg_data_uri(scale=5, border=4, dark="black", light="white")
    return picture


def qr_picture(text: str) -> bytes:
    """`text` as a QR code, as an SVG that stands alone."""
    content = io.BytesIO()
    segno.make(text, error="m").save(content, kind="svg", scale=5, border=4, dark="black", light="white")
    return content.getvalue()
