"""The settings of an event: its form, method, grade and presets."""
