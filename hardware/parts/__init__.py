"""The parts that a builder can choose: one folder for each part, with facts, driver and simulated twin."""
