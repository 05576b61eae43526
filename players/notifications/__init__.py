"""What waits for an account: the bell of each page, push to devices, mail."""
