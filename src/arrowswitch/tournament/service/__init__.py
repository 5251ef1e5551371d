"""The service of events: decisions on commands, undo, merged copies, backups. It imports every capability."""
