"""The club's own master sheets: the workbench."""
