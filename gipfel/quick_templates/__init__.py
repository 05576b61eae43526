"""Templates as they are rendered outside development: the language is Django's, with less to do for each page.

`folding` joins a template with those that it extends and includes, once a process. `lookups` finds variables without
the exceptions that Django's way costs. What is drawn is the same to the letter: `tests/web/test_quick_templates.py`
draws pages in both ways.
"""
