"""Files that texts show, programs to download, and the shop's logo."""
