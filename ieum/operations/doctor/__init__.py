"""`ieum doctor`: what is wrong with a shop's machine, in Korean, and what to do next.

Each check asks the real thing, for a few seconds at most, beside the others. Nothing is changed anywhere.
"""
