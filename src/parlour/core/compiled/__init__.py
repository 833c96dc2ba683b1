"""The only folder that knows Numba and LLVM: rules and loops as machine code, and where it is kept."""
