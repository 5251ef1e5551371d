"""The result package: what an event published, as a folder of pages that open without the program."""
