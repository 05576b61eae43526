"""What all subjects of an event share: its rows, configuration, acts and pages' frame."""
