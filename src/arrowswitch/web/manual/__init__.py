"""The manual with pictures, as static pages."""
