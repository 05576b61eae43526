"""Endpoints."""
