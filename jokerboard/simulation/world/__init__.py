"""A table without its people: wood, hands over it, sensors, card readers, and the referee that they feed."""
