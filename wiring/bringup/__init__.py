"""First use of a board: setup (also called first light), doctor, the bench test, the watch of card
readers.
"""
