"""The ways between two houses: an MQTT broker, a direct connection, and a twin in memory."""
