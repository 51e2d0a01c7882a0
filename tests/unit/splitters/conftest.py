"""Random examples take as long as they take: nothing here is a timed test."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
