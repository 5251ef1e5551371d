"""The register of players."""
