"""What holes do: raw edges debounced."""
