"""The library of movements: lists and pictures of sheets before any of them is used."""
