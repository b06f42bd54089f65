"""The hands of simulated people, marble by marble: gestures, habits, illegal attempts."""
