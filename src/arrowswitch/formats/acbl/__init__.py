"""Club games as the American Contract Bridge League publishes them."""
