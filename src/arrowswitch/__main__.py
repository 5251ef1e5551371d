"""Runs the program: `python -m arrowswitch`."""

from arrowswitch.bootstrap import main

if __name__ == "__main__":
    main()
