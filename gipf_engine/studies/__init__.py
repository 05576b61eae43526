"""Studies: chapters of a start and a tree of turns with comments, signs and marks. As text, as JSON, and drawn.

>>> from gipf_engine.studies.text import read_study, write_study
>>> study = read_study('[Study "Openings"]\\n[Game "gipf"]\\n[Rules "basic"]\\n\\n1. g2 $1 {the edge} (1. c2) *\\n')
>>> [turn.token for turn in study.chapters[0].turns]
['', 'g2', 'c2']
>>> read_study(write_study(study)) == study
True
"""
