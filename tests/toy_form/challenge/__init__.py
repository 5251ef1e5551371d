"""The ladder challenge: each pair challenges the pair above it."""
