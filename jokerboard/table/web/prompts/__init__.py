"""The one prompt of the page: the next thing to do, and the progress of the play."""
