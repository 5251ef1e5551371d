"""Tables of boards given beforehand."""
