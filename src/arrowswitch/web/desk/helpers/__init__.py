"""The links for those who help with the scores of some sections."""
