"""Games as arrays and as environments."""
