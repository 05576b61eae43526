"""Tests of solitaires played in the browser."""
