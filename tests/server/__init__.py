"""The web server, over real sockets on loopback."""
