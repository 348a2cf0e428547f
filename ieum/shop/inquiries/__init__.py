"""Help for members: 1:1 inquiries with images, answered by the staff."""
