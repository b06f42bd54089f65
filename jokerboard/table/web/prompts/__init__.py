"""The one prompt of the page: the next thing to do, and how far the play has come."""
