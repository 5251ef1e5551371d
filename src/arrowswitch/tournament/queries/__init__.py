"""What the faces show: each query is a pure function from an event's state to a view (`views.py`)."""
