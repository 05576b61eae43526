"""The forms of tournaments. They read what was typed; what can be held so is decided by plans and verbs."""
