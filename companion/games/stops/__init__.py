"""The stops family: Michigan Kitty, Boodle, Michigan Rummy, Great Lakes."""
