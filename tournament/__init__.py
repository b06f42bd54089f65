"""Many tables, one director."""
