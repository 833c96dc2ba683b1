"""Every speed we claim, each as a ratio against something named, measured in one run."""
