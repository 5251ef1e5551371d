"""How the pages are carried: the server, a second listener for the network, a second process for what is large."""
