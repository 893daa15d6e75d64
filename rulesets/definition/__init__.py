"""What a ruleset may say: pydantic models of ``ruleset.toml``, their checks, and the way to compiled structs.

Only modules in here import pydantic; :mod:`rulesets.loader` brings them in when a ruleset has to be compiled.
"""
