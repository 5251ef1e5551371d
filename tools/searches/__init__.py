"""The searches behind the data files of `core/movements`: run by hand, never by the program."""
