"""The network that says what share of the win each seat can expect, in training: for `train_keen.py` of both games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

AVERAGED = 0.002
"""What each step of fitting adds to the mean of the weights, which is what plays and is kept."""


class ValueNetwork:
    """Two hidden layers and a softmax over seats, fitted to shares with Adam; `mean` is what it has learned."""

    def __init__(self, sizes: tuple[int, int, int, int], rng: Any, known: list[Any] | None = None) -> None:
        """Begin with any weights, or with known ones; `sizes` are how many figures, units, more units and seats."""
        inputs, units, second_units, seats = sizes
        self.rng = rng
        shapes = [(inputs, units), (units + 1, second_units), (second_units + 1, seats)]
        self.weights = [(rng.normal(size=shape) / np.sqrt(shape[0])).astype(np.float32) for shape in shapes]
        self.weights[0] *= 2
        self.weights[2] *= 0.1
        if known is not None:
            self.weights = [np.array(layer, np.float32) for layer in known]
        self.mean = [each.copy() for each in self.weights]
        self.first = [np.zeros_like(each) for each in self.weights]
        self.second = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def gradients(self, x: Any, target: Any) -> tuple[float, list[Any]]:
        w1, w2, w3 = self.weights
        one = np.maximum(x @ w1, 0)
        two = np.maximum(one @ w2[:-1] + w2[-1], 0)
        logits = two @ w3[:-1] + w3[-1]
        logits -= logits.max(axis=1, keepdims=True)
        p = np.exp(logits)
        p /= p.sum(axis=1, keepdims=True)
        loss = -float((target * np.log(p + 1e-7)).sum(axis=1).mean())
        d3 = (p - target) / len(x)
        d2 = (d3 @ w3[:-1].T) * (two > 0)
        d1 = (d2 @ w2[:-1].T) * (one > 0)
        g3 = np.concatenate([two.T @ d3, d3.sum(axis=0, keepdims=True)])
        g2 = np.concatenate([one.T @ d2, d2.sum(axis=0, keepdims=True)])
        return loss, [x.T @ d1, g2, g3]

    def fit(self, memory: Sequence[tuple[Any, Any]], steps: int, rate: float, batch: int = 1024) -> float:
        """Take so many steps, each by figures and targets of one part of the memory, and return the loss."""
        total = 0.0
        for _ in range(steps):
            x, target = memory[self.rng.integers(len(memory))]
            pick = self.rng.integers(0, len(x), batch)
            x, target = x[pick], target[pick]
            loss, grads = self.gradients(x, target)
            total += loss / steps
            self.steps += 1
            for p, g, m, v, mean in zip(self.weights, grads, self.first, self.second, self.mean, strict=True):
                m += 0.1 * (g - m)
                v += 0.001 * (g * g - v)
                bias = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
                p -= rate * bias * m / (np.sqrt(v) + 1e-8)
                mean += AVERAGED * (p - mean)
        return total
