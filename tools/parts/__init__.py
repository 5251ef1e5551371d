"""The pinned parts: what is known of their holes, without a network."""
