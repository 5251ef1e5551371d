"""The organiser's pages of simultaneous events, and a club's own behind its link."""
