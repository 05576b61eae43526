"""The slow, obviously right checkers: dicts and sets, written straight from the rules.

They are what the fast ones are measured against, and what tells a player why a turn was refused.
"""
