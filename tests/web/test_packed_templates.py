"""How templates are packed: what a browser shows and what catalogs are asked for stays as it was written."""

from __future__ import annotations

from gipfel.packed_templates import pack_template


def test_indentation_and_blank_lines_go_and_words_stay_apart() -> None:
    assert pack_template("<ul>\n\n  {% if a %}\n    <li>one  two\n   three</li>\n") == (
        "<ul>\n{% if a %}\n<li>one  two\nthree</li>\n"
    )


def test_keys_of_catalogs_and_text_that_is_shown_as_written_keep_their_blanks() -> None:
    for kept in (
        "{% blocktranslate %}one\n  two{% endblocktranslate %}",
        "<pre class=x>\n  a\n\n  b</pre>",
        "<textarea>\n  a\n</textarea>",
    ):
        assert kept in pack_template(f"<p>\n  {kept}\n  </p>")
