"""What every game must obey, as functions that raise when it does not."""
