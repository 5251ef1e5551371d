"""The next opponents where no sheet defines them: Swiss draws, knockouts, leagues and divisions."""
