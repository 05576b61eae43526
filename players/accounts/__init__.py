"""Accounts: signing in, passwords, second factor, passkeys, sessions, keys, mail."""
