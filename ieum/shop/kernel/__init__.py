"""The ground floor: database, queue, errors, limits and Korean time. Knows no customer, order or gateway."""
