"""Answers packed for the wire; loaded only where there is one."""

from flask_compress import Compress

compress = Compress()
