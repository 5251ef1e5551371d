"""Publication: publishing a ranking, closing an event, announcements, travellers for the players."""
