"""Why a number is what it is: what it is made of, part by part, and which rule says so.

As data: no sentence comes in; :mod:`rulesets.words.explaining` says it in words.
"""
