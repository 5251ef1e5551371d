"""The round clock, and what the hall screen may show."""
