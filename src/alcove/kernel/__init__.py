"""What every game is."""
