"""The desk's page of deals: dealt or read from a file, sealed, handed to the dealing machine, released."""
