"""Changes the address of dynamic services: by a button, a timer, a reconnect or a link."""
