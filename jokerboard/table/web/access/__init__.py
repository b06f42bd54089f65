"""Access to a table's page: the key of its own machine, paired devices, visitors, claimed seats."""
