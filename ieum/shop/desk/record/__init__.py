"""The record of what staff did: append-only, each entry's hash covering the one before."""
