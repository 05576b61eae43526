"""What several subjects of this app share."""
