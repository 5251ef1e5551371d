"""The list of things to check if no device reaches the desk."""
