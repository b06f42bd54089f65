"""The referee in force until the new one replaces it: deleted then."""
