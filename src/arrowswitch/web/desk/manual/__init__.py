"""The manual of the desk."""
