"""Game records: their text, header, events and statistics."""
