"""The house's store in a table of Amazon DynamoDB."""
