"""The papers a builder prints: template, drawings, lists, labels."""
