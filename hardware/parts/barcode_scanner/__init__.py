"""Barcode scanners on a serial line."""
