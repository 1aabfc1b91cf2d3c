"""What pages and screens share: seats, packs of cards, forms, what just moved."""
