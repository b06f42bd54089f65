"""One game, read from its records: resumed after a restart, exported, worded, checked."""
