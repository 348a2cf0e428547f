"""`ieum setup`: asks about a dozen things, tests each answer at once, and writes the one file of settings.

Wrong answers are told and may be kept; nothing that was typed is lost where the terminal breaks off.
"""
