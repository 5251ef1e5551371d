"""Links with a secret: who holds one may open what it is for, without a name or a password."""
