"""The sections of the manual that explain each page."""
