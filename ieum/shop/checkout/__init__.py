"""From a chosen plan to a running service: places orders, takes payments and delivers what was bought."""
