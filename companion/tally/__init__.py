"""The tally of an evening: summed up, drawn, printed and sent."""
