"""The club of the demonstration: its members, its season and the events of tonight."""
