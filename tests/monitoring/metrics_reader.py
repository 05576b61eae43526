"""Reads what /metrics says with the parser of the library, into numbers by name and labels."""

from __future__ import annotations

from typing import Any

from prometheus_client.parser import text_string_to_metric_families

Labels = frozenset[tuple[str, str]]


class Metrics:
    """One answer of /metrics; `metrics("gipfel_jobs", state="due")` is a sample's value, 0 where it is not there."""

    def __init__(self, text: str) -> None:
        self.values: dict[tuple[str, Labels], float] = {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    def __call__(self, name: str, **labels: str) -> float:
        return self.values.get((name, frozenset(labels.items())), 0)

    def labels(self, name: str) -> list[dict[str, str]]:
        return [dict(labels) for found, labels in self.values if found == name]


def read_metrics(client: Any, **environ: Any) -> Metrics:
    answer = client.get("/metrics", **environ)
    assert answer.status_code == 200, answer.content
    return Metrics(answer.content.decode())
