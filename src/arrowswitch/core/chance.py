"""Seeds of draws and ids from the operating system."""

from __future__ import annotations

import secrets


class SystemChance:
    """Chance from the operating system."""

    def seed(self) -> int:
        """Returns a fresh seed for a draw by lot."""
        return secrets.randbelow(2**31)

    def new_id(self) -> str:
        """Returns a new id that nobody else has: 128 bits in hexadecimal digits."""
        return secrets.token_hex(16)
