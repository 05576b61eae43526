"""PDF files for tests: of a page as WeasyPrint prints it, and of operators written by hand."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

from tournaments.sheets.pdf_fonts import font_styles

HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def printed(html: str, style: str = "") -> bytes:
    """A page of HTML as its print; letters come from the fonts of our sheets."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    styles = [CSS(string=text, font_config=fonts) for text in (font_styles(html), style)]
    made: bytes = HTML(string=html).write_pdf(stylesheets=styles, font_config=fonts)
    return made


def table_of(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table of HTML; without heads where there are none."""
    head = f"<thead><tr>{''.join(f'<th>{each}</th>' for each in heads)}</tr></thead>" if heads else ""
    lines = "".join(f"<tr>{''.join(f'<td>{each}</td>' for each in row)}</tr>" for row in rows)
    return f"<table>{head}<tbody>{lines}</tbody></table>"


def drawn(*pages: str, fonts: Mapping[str, str] | None = None, rotate: int = 0, more: Sequence[str] = ()) -> bytes:
    """A PDF of pages of operators; fonts F1, F2 … as objects, and objects more, the first of them of number 3."""
    objects = ["", "", *more]
    names = fonts or {"F1": HELVETICA}
    found = " ".join(f"/{name} {font}" for name, font in names.items())
    kids = []
    for operators in pages:
        packed = zlib.compress(operators.encode("latin-1")).decode("latin-1")
        objects.append(f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n{packed}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate {rotate} "
            f"/Resources << /Font << {found} >> >> /Contents {len(objects)} 0 R >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[0] = "<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    return of_objects(objects)


def of_objects(objects: Sequence[str], trailer: str = "") -> bytes:
    """A PDF of objects, of which the first is the catalog."""
    file, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    begin = len(file)
    file += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    return file + f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\nstartxref\n{begin}\n%%EOF".encode()


def text_at(x: float, y: float, text: str, size: float = 10) -> str:
    """Operators that write a text in a simple font."""
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /F1 {size} Tf {x} {y} Td ({escaped}) Tj ET\n"


def unicode_font(width: int = 1000) -> str:
    """A font of two bytes a glyph, which names its letters (ToUnicode) by the object 3 of `letters_of`."""
    return (
        "<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /ToUnicode 3 0 R /DescendantFonts ["
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity)"
        f" /Supplement 0 >> /DW {width} /FontDescriptor << /Type /FontDescriptor /FontName /Own /Flags 4"
        " /FontBBox [0 -200 1000 800] /Ascent 800 /Descent -200 /ItalicAngle 0 /CapHeight 700 /StemV 80 >> >>] >>"
    )


def letters_of(letters: Sequence[str]) -> str:
    """The object by which glyphs 1, 2, … stand for letters."""
    lines = "\n".join(f"<{n:04X}> <{each.encode('utf-16-be').hex()}>" for n, each in enumerate(letters, 1))
    content = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n"
        "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        f"{len(letters)} beginbfchar\n{lines}\nendbfchar\nendcmap end end"
    )
    return f"<< /Length {len(content)} >>\nstream\n{content}\nendstream"


def glyphs_at(x: float, y: float, text: Sequence[str], letters: Sequence[str], size: float = 10) -> str:
    """Operators that draw the glyphs of `letters` from left to right."""
    codes = "".join(f"{letters.index(each) + 1:04X}" for each in text)
    return f"BT /F1 {size} Tf {x} {y} Td <{codes}> Tj ET\n"
