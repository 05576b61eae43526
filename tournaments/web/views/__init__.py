"""The pages of tournaments: thin views over services and queries. Every page works without JavaScript."""
