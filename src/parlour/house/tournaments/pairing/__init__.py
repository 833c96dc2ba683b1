"""Who plays whom: one module for each kind of tournament. The same tournament always gives the same pairings."""
