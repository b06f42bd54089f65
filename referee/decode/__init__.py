"""From edges and cards to ranked readings of what people did."""
