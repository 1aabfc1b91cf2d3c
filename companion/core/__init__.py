"""The rules core: pure Python without web, database, clock or chance."""
