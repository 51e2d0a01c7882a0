"""chunkforge: find the chunk size that a corpus needs, measured on the documents themselves."""
