"""The engine of the stops family: dummy, play, referee and the end of a hand."""
