"""Stand-ins for the outside world: payment and identity providers, the SMS carrier, a mailbox, an "internet".

This file imports nothing, because the lab's echo server must start without the web framework.
"""
