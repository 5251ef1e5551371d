"""Building the manual: the hooks of MkDocs, its frame, and the glossary."""
