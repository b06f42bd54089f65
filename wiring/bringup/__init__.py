"""Bringing a board up: setup (first light), doctor, and the exam of sensors and lights."""
