"""Orders: their states, their prices, and the rows. Only this room writes the table `orders`."""
