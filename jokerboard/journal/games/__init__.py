"""One game as its records tell it: header, events, announcements; resumed after a restart, or exported."""
