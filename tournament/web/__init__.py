"""The director's page: the hall for everybody, the desk for whoever has the token."""
