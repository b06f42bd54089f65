"""The journal: numbered records, chained and signed, in a file that survives a pulled plug."""
