"""Compression of responses, in a module of its own as a browser alone has no Flask-Compress."""

from flask_compress import Compress

compress = Compress()
