"""A table whose game is played on other boards, too: invitations, the host's side, the guest's side."""
