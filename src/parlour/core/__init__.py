"""The contract, and all that follows from it without I/O."""
