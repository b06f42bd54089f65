"""The parts that a builder can choose: one folder each, with its driver and its twin."""
