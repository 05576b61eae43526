"""Who plays: registration, lists, waiting list, check-in, byes, withdrawals."""
