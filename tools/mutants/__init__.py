"""Changes the program in random places, one at a time, and lists the changes that no test saw.

A test that passes on a changed program does not hold what the changed line decides. `changes` finds the places and what
may stand there instead, `sight` knows which tests run a line, `trial` runs them on a scratch copy of the tree. The
working tree is never touched.
"""
