"""From edges and cards to ranked hypotheses of what people did."""
