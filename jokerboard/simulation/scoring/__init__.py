"""Verdicts compared with the truth and with the contract."""
