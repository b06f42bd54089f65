"""The rule sets as data, house rules, the powers of each card, and the printed card."""
