"""Full-text search of notices, questions and guides, in Korean."""
