"""Players' devices: invitations, access to a table, settings, joint entries and live boards."""
