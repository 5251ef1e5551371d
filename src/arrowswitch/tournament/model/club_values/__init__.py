"""Values that a club keeps outside its events: settings, the register, links, reports, sheets, points."""
