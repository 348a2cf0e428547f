"""The ground floor: database, queue, errors, limits and Korean time. It knows no customer, order or gateway."""
