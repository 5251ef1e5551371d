"""Movements: who meets whom, where, and on which boards; made by families of rules and judged by a checker."""
