"""What the program does beside its pages: it sends mail, and delivers events and reports."""
