"""The JSON addresses that change nothing: their answers as values, and their OpenAPI description."""
