"""The demo's simulated board: its marbles and devices, and a simulated hand that carries whole plays."""
