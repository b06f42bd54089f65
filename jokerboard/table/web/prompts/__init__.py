"""The one prompt of the page: what is to be done next, and how far the play has come."""
