"""Changes of holes: raw edges debounced."""
