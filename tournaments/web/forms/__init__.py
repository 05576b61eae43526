"""The forms of tournaments. They read what was typed; what can be held is decided by the domain and the services."""
