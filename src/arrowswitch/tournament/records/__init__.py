"""The auctions and plays at the tables, stored with their results."""
