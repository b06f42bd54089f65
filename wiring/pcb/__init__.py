"""Circuit boards with sensors and lights: laid out by our code, drawn, checked and plotted by KiCad."""
