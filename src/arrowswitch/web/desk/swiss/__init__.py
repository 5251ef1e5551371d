"""The draw of a Swiss."""
