"""Measurements, one module each: `python3 build.py bench NAME`. None is a test; their tables go into the documents."""
