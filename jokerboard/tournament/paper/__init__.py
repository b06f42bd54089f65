"""A tournament on paper and in files: printed sheets, plain text, JSON and CSV, web pages."""
