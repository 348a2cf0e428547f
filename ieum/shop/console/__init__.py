"""The operators' console: login and roles, the record, and the screens from which staff run the shop.

Screens read any table and call the rooms below for changes; this room writes its own tables only.
"""
