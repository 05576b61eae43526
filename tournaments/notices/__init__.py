"""Webhooks, mail, calendars and feeds."""
