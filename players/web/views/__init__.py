"""The pages of people, clubs and accounts: thin views over services and queries."""
