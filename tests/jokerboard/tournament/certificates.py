"""The certificate of a CA for tests; nobody has the CA's key."""

from __future__ import annotations

CA = """\
-----BEGIN CERTIFICATE-----
MIIBNDCB56ADAgECAhQvV+RoTfTDd/1P1RJElFUgfA3y7DAFBgMrZXAwDzENMAsG
A1UEAwwESGFsbDAgFw0yNjExMjkxMzUwMThaGA8yMTI2MTEwNTEzNTAxOFowDzEN
MAsGA1UEAwwESGFsbDAqMAUGAytlcAMhAPfWCPaTEMv0X+dEhHeVDT6X6RrVHauG
HX+VYRvCJnIyo1MwUTAdBgNVHQ4EFgQU+SizuxragRKx+1PrDnOOBthppo0wHwYD
VR0jBBgwFoAU+SizuxragRKx+1PrDnOOBthppo0wDwYDVR0TAQH/BAUwAwEB/zAF
BgMrZXADQQBsNfD3Po2O16vLiPUpTfqcgZAIe7h/9oD976gT09tr0plW6phxcQPH
xFe/tVqdWibKUX+lvWS7RL+cz06CEgsB
-----END CERTIFICATE-----
"""
