"""The workbench: the club's own master sheets, made, mended, compared and printed."""
