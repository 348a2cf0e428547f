"""Exit addresses as staff see and change them: the list, a network at a glance, pools, imports, who had one."""
