"""Simulated boards that run the real firmware: in a process of its own, or here in virtual time."""
