"""Regulations at the desk."""
