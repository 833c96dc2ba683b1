"""What every store must do. A store passes if these classes pass with a fixture `store` that gives an empty one."""
