#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Times one network in PyTorch, captured in a CUDA graph, and prints JSON. For compare.py.

What a server's user would take: batch norms folded, cuDNN's algorithms tried out, both precisions and both layouts, of
which the fastest counts.
"""
import argparse
import json
import statistics
import time


def mobilenet_v1(nn):
    """As in its paper, the batch norms folded already; torchvision has none."""

    def convolution(inputs, outputs, size, stride=1, groups=1):
        return [nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups), nn.ReLU6()]

    layers = convolution(3, 32, 3, stride=2)
    channels = 32
    blocks = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)]
    for outputs, stride in blocks:
        layers += convolution(channels, channels, 3, stride, groups=channels) + convolution(channels, outputs, 1)
        channels = outputs
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, 1001), nn.Softmax(1))


def make_network(torch, name):
    if name == "mobilenet_v1":
        return mobilenet_v1(torch.nn).eval()
    import torchvision
    from torch.fx.experimental.optimization import fuse
    return fuse(getattr(torchvision.models, name)().eval())


def capture(torch, network, picture):
    aside = torch.cuda.Stream()
    with torch.cuda.stream(aside):  # As captures want it: first runs on a stream of their own.
        for _ in range(5):
            network(picture)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        network(picture)
    return graph


def time_graph(torch, graph, runs):
    def run():
        started = time.perf_counter()
        graph.replay()
        torch.cuda.synchronize()
        return (time.perf_counter() - started) * 1e3

    for _ in range(20):
        run()
    return statistics.median(run() for _ in range(runs))


def measure(torch, name, runs):
    torch.backends.cudnn.benchmark = True
    network = make_network(torch, name).cuda()
    times = {}
    with torch.no_grad():
        for precision, kind in (("fp32", torch.float32), ("fp16", torch.float16)):
            for layout, form in (("NCHW", torch.contiguous_format), ("NHWC", torch.channels_last)):
                picture = torch.rand(1, 3, 224, 224, device="cuda", dtype=kind).to(memory_format=form)
                graph = capture(torch, network.to(dtype=kind, memory_format=form), picture)
                times[f"{precision} {layout}"] = time_graph(torch, graph, runs)
    fastest = min(times, key=times.get)
    return {"latency": times[fastest], "variant": fastest, "all": times,
            "version": f"PyTorch {torch.__version__} with cuDNN {torch.backends.cudnn.version()}"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", choices=("mobilenet_v1", "mobilenet_v2", "efficientnet_b0", "resnet50"))
    parser.add_argument("--runs", type=int, default=1000)
    options = parser.parse_args()
    try:
        import torch
        import torchvision  # noqa: F401
    except ImportError as error:
        return {"skipped": f"{error}; pip install torch torchvision", "for_all": True}
    if not torch.cuda.is_available():
        return {"skipped": "it finds no CUDA device", "for_all": True}
    return measure(torch, options.network, options.runs)


if __name__ == "__main__":
    print(json.dumps(main()))
