"""A club's logo: what is uploaded becomes a small PNG of our own, in a process with limits. Pure: no Django.

Nothing of the uploaded file but its pixels is kept: no metadata, no comments, no frames behind the first.
"""

from __future__ import annotations

from io import BytesIO

MOST_BYTES = 1024 * 1024
MOST_PIXELS = 4000
"""Of a side: 16 million in all, which takes 64 MB to read."""
SIDE = 320
"""Pixels of the logo's longer side, at most."""
FORMATS = ("PNG", "JPEG", "WEBP")
TOO_LARGE, NO_PICTURE = "too large", "no picture"


class BadPicture(Exception):
    """What was uploaded is no picture that is taken: `TOO_LARGE` or `NO_PICTURE`."""


def make_logo(data: bytes) -> bytes:
    """The PNG. Raises BadPicture, before any pixel of a picture that is too large is read."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = MOST_PIXELS * MOST_PIXELS
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as picture:
            if max(picture.size) > MOST_PIXELS:
                raise BadPicture(TOO_LARGE)
            upright = ImageOps.exif_transpose(picture).convert("RGBA")
    except Image.DecompressionBombError as error:
        raise BadPicture(TOO_LARGE) from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise BadPicture(NO_PICTURE) from error
    upright.thumbnail((SIDE, SIDE))
    bare = Image.new("RGBA", upright.size)
    bare.paste(upright)
    made = BytesIO()
    bare.save(made, "PNG", optimize=True)
    return made.getvalue()
