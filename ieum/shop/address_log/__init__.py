"""The log of fixed addresses: a chain of hashes for each day, whose signed end anybody can keep and compare."""
