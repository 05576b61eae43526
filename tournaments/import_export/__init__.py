"""Whole events as files: the event file (JSON, everything) and TRF, exported and imported.

`incoming` is an event on its way in; `trf_files` and `event_files` write and read the two formats.
"""
