"""Texts of Jannersten's programs for Bridgemate and Bridge Table Control."""
