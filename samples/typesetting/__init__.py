"""Sets a plain-text manuscript as the kind of PDF that office software makes."""
