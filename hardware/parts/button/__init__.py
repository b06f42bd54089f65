"""Push buttons and a buzzer on pins of a Raspberry Pi."""
