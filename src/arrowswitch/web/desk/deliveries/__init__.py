"""What of an event goes over the network: to the organiser of a simultaneous event, and to the federation."""
