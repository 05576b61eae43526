"""Whole events as other programs save them: each format is a module that turns its files into one `FileEvent`."""
