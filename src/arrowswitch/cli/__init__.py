"""The command line: one module for each group of commands. Nothing here scores, stores or serves by itself."""
