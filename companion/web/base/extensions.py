"""The Flask extensions of the pages, made once here and bound to an app by `create_app`."""

from flask_compress import Compress
from flask_htmx import HTMX

from companion.web.base.protection import Protection

csrf = Protection()
htmx = HTMX()
compress = Compress()
