"""USEBIO, the XML in which British, Australian and New Zealand programs send results."""
