"""One table: its service, its page, and the devices that it drives."""
