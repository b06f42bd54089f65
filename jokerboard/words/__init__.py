"""The texts that people read: a folder for each language, in the format of Project Fluent."""
