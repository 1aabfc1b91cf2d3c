"""What pages and screens share: seats, pots, packs of cards and forms."""
