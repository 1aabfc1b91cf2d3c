"""The base of all pages: guards, sessions, errors, URLs, templates and headers."""
