"""Builds what is not kept in Git, up to a release; not part of one."""
