"""Messages to members as staff see them, the texts that the shop sends by itself, and the prices of SMS."""
