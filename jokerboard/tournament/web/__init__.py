"""The director's page: the hall for everybody, the desk for directors with the token."""
