"""Compile the games in processes of their own while they are being played already."""
