"""The sample documents, and the commands that make them."""
