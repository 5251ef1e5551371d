"""Publishing and closing."""
