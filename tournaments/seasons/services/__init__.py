"""The only code that writes: one transaction each."""
