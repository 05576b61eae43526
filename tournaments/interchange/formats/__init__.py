"""File formats, each a module that registers itself."""
