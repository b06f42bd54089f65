"""The texts that people read: one folder a language, in Project Fluent's form, for Python and the pages."""
