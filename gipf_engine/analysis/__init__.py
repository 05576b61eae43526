"""Who stands better, and by which turns: compiled kernels of the games, a search, and a partner who plays by it.

Importing a module of this package compiles nothing and loads no compiler; asking `kernels.kernel_for` does.
"""
