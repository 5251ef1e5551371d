"""What readers of JSON share."""
