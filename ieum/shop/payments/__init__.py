"""The provider interface and Toss."""
