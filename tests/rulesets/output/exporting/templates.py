"""Templates as users may write them: the head of a page, and some that come to no end."""

from __future__ import annotations

HEAD = '<!DOCTYPE html><html lang="en"><meta http-equiv="Content-Security-Policy" content="{{ policy }}">'
ENDLESS = HEAD + (
    "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}"
    "{% endfor %}{% endfor %}{% endfor %}"
)
GREEDY = HEAD + (
    "{% set ns = namespace(x='xxxxxxxx') %}{% for a in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}"
    "{{ ns.x }}"
)
