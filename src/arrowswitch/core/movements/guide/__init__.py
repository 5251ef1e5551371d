"""The guide to a movement for the tables: the next seats, the way of the boards, and the announcements."""
