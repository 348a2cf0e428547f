"""Logs, traces, progress, paths of data files, sealing, and starting of programs: for every part of ieum."""
