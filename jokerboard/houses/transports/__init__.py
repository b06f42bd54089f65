"""The transports between two houses: an MQTT broker, Redis, a direct connection."""
