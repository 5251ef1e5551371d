"""Events played by themselves: likely results and dry runs."""
