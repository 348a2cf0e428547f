"""The process around the rooms: the app, its start, the worker, migrations and the demo shop."""
