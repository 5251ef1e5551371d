"""The devices at the desk, and the director's password."""
