"""The league."""
