"""The engine: decides commands into events and evolves encounters by them. It names no system."""
