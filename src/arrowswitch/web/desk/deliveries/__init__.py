"""The parts of an event that are sent over the network: to the organiser of a simultaneous event, and to the
federation."""
