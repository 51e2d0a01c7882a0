"""The pieces behind `build.py`: fetch, build, check, serve and test. Standard library only, unless said."""
