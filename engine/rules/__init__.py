"""The rule sets as data, house rules, what each card can do, and the printed card."""
