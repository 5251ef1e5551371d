"""One board at a time: the methods that compare the results of a board, and why each number is what it is."""
