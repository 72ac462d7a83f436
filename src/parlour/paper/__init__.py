"""Games on paper: boards, pieces and rules to print, cut out and play with."""
