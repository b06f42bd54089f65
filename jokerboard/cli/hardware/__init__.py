"""Commands for people who build a board: description and papers, firmware, setup, doctor."""
