"""How a bot plays Tollgate: the defaults of the search are good enough."""
