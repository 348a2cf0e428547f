"""The desk: the queue of inquiries, their threads, notes and answers, and answers that are given often."""
