"""The Flask extensions of the pages, made once here and bound to an app by `create_app`."""

from flask_htmx import HTMX
from flask_wtf import CSRFProtect

csrf = CSRFProtect()
htmx = HTMX()
