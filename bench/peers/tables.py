# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Turns the figures of compare.py into the tables of docs/performance.md."""
import datetime

PRECISIONS = ("fp32", "fp16")
BACKEND_NAMES = {"gl": "GLES", "vulkan": "Vulkan"}
NONE = "–"


def milliseconds(value):
    if value is None:
        return NONE
    return f"{value:.3f}" if value < 10 else f"{value:.1f}"


def best(values):
    return min((value for value in values if value is not None), default=None)


def ratio(ours, theirs):
    return NONE if ours is None or not theirs else f"{ours / theirs:.2f}"


def value_of(figures, field):
    return figures[field] if figures else None


def pair(values):
    """fp32 / fp16."""
    return " / ".join(milliseconds(value) for value in values)


def mica_values(row, field, backend):
    return [value_of(row["mica"].get(f"{backend} {precision}"), field) for precision in PRECISIONS]


def litert_values(row, field):
    return [value_of(row["litert"].get(precision), field) for precision in PRECISIONS]


def table(titles, rows):
    lines = ["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def mica_titles(backends):
    return [f"{BACKEND_NAMES.get(backend, backend)} fp32 / fp16" for backend in backends]


def against_litert(rows, backends, field, litert_field, what):
    """Mica's pairs, LiteRT's pair, and the ratios: of the best of all, and of each backend's best."""
    body = []
    for row in rows:
        ours = {backend: mica_values(row, field, backend) for backend in backends}
        theirs = litert_values(row, litert_field)
        everything = best(value for values in ours.values() for value in values)
        mark = "*" if any(figures and not figures["whole"] for figures in row["litert"].values()) else ""
        ratios = [ratio(best(ours[backend]), best(theirs)) for backend in backends]
        body.append([row["network"], *(pair(ours[backend]) for backend in backends), pair(theirs) + mark,
                     ratio(everything, best(theirs)), *ratios])
    titles = ["network", *mica_titles(backends), f"LiteRT {what} fp32 / fp16", "ratio",
              *(f"{BACKEND_NAMES.get(backend, backend)} alone" for backend in backends)]
    return table(titles, body)


def against_torch(rows, backends):
    body = []
    for row in rows:
        ours = {backend: mica_values(row, "latency", backend) for backend in backends}
        theirs = value_of(row["torch"], "latency")
        everything = best(value for values in ours.values() for value in values)
        variant = f" ({row['torch']['variant']})" if row["torch"] else ""
        body.append([row["network"], *(pair(ours[backend]) for backend in backends), milliseconds(theirs) + variant,
                     ratio(everything, theirs)])
    return table(["network", *mica_titles(backends), "PyTorch CUDA graph", "ratio"], body)


def dispatch_counts(rows):
    """mobilenet_v1 29, resnet50 57 to 58: backends and precisions may differ."""
    counts = []
    for row in rows:
        found = sorted({figures["dispatches"] for figures in row["mica"].values() if figures})
        if found:
            counts.append(" ".join([row["network"], " to ".join(map(str, dict.fromkeys([found[0], found[-1]])))]))
    return ", ".join(counts)


def versions(rows):
    peers = [figures for row in rows for figures in [*row["litert"].values(), row["torch"]]]
    return sorted({figures["version"] for figures in peers if figures})


def heading(rows, version, command):
    devices = sorted({figures["device"] for row in rows for figures in row["mica"].values() if figures})
    engines = ", ".join([version, *versions(rows)])
    return (f"{'; '.join(devices) or 'no device'}. {engines}. {datetime.date.today()}. Medians in milliseconds; "
            f"a ratio compares the better precision of each.\n\n```\n{command}\n```\n")


def markdown(rows, backends, version, command):
    parts = [heading(rows, version, command)]
    parts.append("Back to back:\n\n" + against_litert(rows, backends, "back_to_back", "run", "run"))
    parts.append("From and to the CPU:\n\n" + against_litert(rows, backends, "io", "io", "io"))
    parts.append("Latency, data on the GPU:\n\n" + against_torch(rows, backends))
    parts.append("Start, from the file to the first result, without the driver's disk cache:\n\n"
                 + against_litert(rows, backends, "start", "start", "start"))
    if any(figures and not figures["whole"] for row in rows for figures in row["litert"].values()):
        parts.append("\\* in part, or as a whole, on the CPU.\n")
    parts.append(f"Dispatches: {dispatch_counts(rows) or NONE}.\n")
    return "\n".join(parts)
