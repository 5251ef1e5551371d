"""Bridgemate Control Software 5, reached by its Data Connector. Only this package imports the maker's client."""

from arrowswitch.store.bridgemate.connector import DataConnector

__all__ = ["DataConnector"]
