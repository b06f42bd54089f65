"""The director's page: the hall for all visitors, the desk for directors who have entered the token."""
