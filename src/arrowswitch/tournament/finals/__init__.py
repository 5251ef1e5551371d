"""A qualifying and its final: who goes on, and what is carried over."""
