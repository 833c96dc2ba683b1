"""Who carries letters away: a folder, an SMTP server, or Amazon SES."""
