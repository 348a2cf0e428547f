"""Recovery of lost login ids and passwords, which never reveals whether somebody is a member."""
