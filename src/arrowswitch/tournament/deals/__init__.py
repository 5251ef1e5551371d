"""The deals of a session: placed before play or typed in afterwards, sealed until the director releases them."""
