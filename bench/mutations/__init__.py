"""Changes made on purpose, each with the tests that must notice it: `python -m bench.mutations`."""
