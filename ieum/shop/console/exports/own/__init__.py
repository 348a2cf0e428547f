"""What is kept about one member, as files for that member."""
