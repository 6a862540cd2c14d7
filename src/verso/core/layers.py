"""How the layers of learned networks are kept in JSON: half-precision numbers, one after the other, in base64."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import NDArray


def packed(layer: Any) -> tuple[int, str]:
    """Return a layer as it is kept: how many numbers each row has, and the rows."""
    return layer.shape[1], base64.b64encode(layer.astype("<f2").tobytes()).decode("ascii")


def unpacked(width: int, text: str) -> NDArray[np.float64]:
    """Return a layer that was kept, as rows."""
    return np.frombuffer(base64.b64decode(text), "<f2").astype(float).reshape(-1, width)
