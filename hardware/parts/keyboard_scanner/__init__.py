"""Barcode scanners that pose as a keyboard."""
