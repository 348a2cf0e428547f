"""The search: everything that an operator looks for by half of its name, each kind only with its permission."""
