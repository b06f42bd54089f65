"""What the pages of jokerboard share: who may ask, how a body is read, how news is sent and a page served."""
