"""The whole program in a browser: Python as WebAssembly, the same app, no server."""
