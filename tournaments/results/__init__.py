"""Results at the desk, by links of seats, and what is disputed."""
