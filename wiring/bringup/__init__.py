"""Bringing a board up: setup (first light), doctor, and the check of sensors and lights."""
