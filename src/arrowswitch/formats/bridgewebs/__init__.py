"""The text of results that BridgeWebs exports."""
