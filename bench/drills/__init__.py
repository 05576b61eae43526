"""Drills: what an attack or a bad night does to the server, repeated on purpose, and what must hold meanwhile.

`python -m bench.drills` lists them; `python -m bench.drills.NAME` runs one, on both databases unless told otherwise.
"""
