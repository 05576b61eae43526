"""What Swiss systems share: players, who may meet whom, matching, colours, boards, reasons.

A system (`dutch`, `dubov`, `burstein`) is its order, its criteria and the way it makes brackets of this.
"""
