"""Consent of guardians: a club can let minors who register by themselves wait for it."""
