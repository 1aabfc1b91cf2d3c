"""The tally of an evening: computed, and rendered as chart, PDF, PNG and CSV."""
