"""A table as a running program: opened, served with its page, watched, stopped."""
