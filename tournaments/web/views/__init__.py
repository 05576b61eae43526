"""The pages of tournaments: thin faces over verbs and queries. Every page works without JavaScript."""
