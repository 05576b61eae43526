"""The rules once more, slow and plain: what the fast checkers are tested against. Nothing else uses it."""
