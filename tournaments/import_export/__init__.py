"""Whole events as files: the event file (JSON, everything) and TRF, out of the house and into it.

`incoming` is an event on its way in; `trf_files` and `event_files` write and read the two formats.
"""
