"""Notices, questions, guides, pages and legal editions: drafted, seen as they will be, published, taken down."""
