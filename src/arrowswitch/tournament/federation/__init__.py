"""The federation's side of reports: what clubs sent, held to what is there, and the points that everybody has by it."""
