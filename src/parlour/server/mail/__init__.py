"""Where letters go: into a folder, or to an SMTP server."""
