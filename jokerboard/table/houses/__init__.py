"""A table that shares its game with other boards: invitations, the host's side, the guest's side."""
