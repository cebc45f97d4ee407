# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Draws random pictures with edges, strokes, letters and textures: all that the upscaler ever learns from."""

import string

import numpy as np
from PIL import Image, ImageDraw, ImageFont

# Everything is drawn this many times too large and then reduced: PIL draws without anti-aliasing, and jagged
# edges are what an upscaler must not learn.
OVERSAMPLING = 4


def random_picture(rng, size):
    """-> a picture of `size` x `size` pixels, as float32 [size, size, 3] in 0..1."""
    canvas = _background(rng, size * OVERSAMPLING)
    for _ in range(rng.integers(10, 30)):
        rng.choice(_ELEMENTS, p=_WEIGHTS)(rng, canvas)
    picture = np.asarray(canvas.reduce(OVERSAMPLING), np.float32) / 255
    if rng.random() < 0.15:
        grain = fractal_noise(rng, size, size, octaves=7, persistence=0.9)
        picture = picture + rng.uniform(0.05, 0.2) * (grain - 0.5)[..., None]
    return np.clip(picture, 0, 1)


def halve(picture):
    """-> the picture at half its size, as cameras and image programs would shrink it."""
    height, width, _ = picture.shape
    planes = [Image.fromarray(np.ascontiguousarray(picture[..., c])) for c in range(3)]
    planes = [np.asarray(plane.resize((width // 2, height // 2), Image.Resampling.BICUBIC)) for plane in planes]
    return np.clip(np.stack(planes, axis=-1), 0, 1)


def fractal_noise(rng, height, width, octaves=6, persistence=0.5, first_grid=2):
    """-> smooth noise in 0..1 made of ever finer grids; a high `persistence` makes it rough."""
    total = np.zeros((height, width), np.float32)
    for octave in range(octaves):
        cells = first_grid * 2**octave
        grid = Image.fromarray(rng.random((cells, cells), dtype=np.float32))
        total += persistence**octave * np.asarray(grid.resize((width, height), Image.Resampling.BICUBIC))
    return (total - total.min()) / np.ptp(total)


def _color(rng):
    return tuple(int(c) for c in rng.integers(0, 256, 3))


def _background(rng, size):
    """A blend of two colours: along a gradient, or in clouds."""
    if rng.random() < 0.5:
        y, x = np.mgrid[0:1:size * 1j, 0:1:size * 1j]
        angle = rng.uniform(0, 2 * np.pi)
        blend = x * np.cos(angle) + y * np.sin(angle)
        blend = (blend - blend.min()) / np.ptp(blend)
    else:
        blend = fractal_noise(rng, size, size, persistence=rng.uniform(0.4, 0.7))
    first, second = np.array(_color(rng)), np.array(_color(rng))
    mixed = first + (second - first) * blend[..., None]
    return Image.fromarray(mixed.astype(np.uint8))


def _polygon(rng, canvas):
    center, radius = rng.uniform(0, canvas.width, 2), canvas.width * rng.uniform(0.05, 0.35)
    angles = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 8)))
    corners = center + radius * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    ImageDraw.Draw(canvas).polygon([tuple(c) for c in corners], fill=_color(rng))


def _ellipse(rng, canvas):
    left, top = rng.uniform(-0.1, 0.9, 2) * canvas.width
    width, height = rng.uniform(0.03, 0.5, 2) * canvas.width
    outline_only = rng.random() < 0.5
    ImageDraw.Draw(canvas).ellipse(
        (left, top, left + width, top + height), fill=None if outline_only else _color(rng),
        outline=_color(rng), width=int(rng.integers(2, 5 * OVERSAMPLING)))


def _stroke(rng, canvas):
    """A curved line that starts somewhere and changes its direction slowly."""
    position, heading = rng.uniform(0, canvas.width, 2), rng.uniform(0, 2 * np.pi)
    turn, points = rng.normal(0, 0.15), []
    for _ in range(rng.integers(4, 40)):
        points.append(tuple(position))
        heading += turn + rng.normal(0, 0.1)
        position = position + canvas.width * 0.03 * np.array([np.cos(heading), np.sin(heading)])
    ImageDraw.Draw(canvas).line(points, fill=_color(rng), width=int(rng.integers(2, 5 * OVERSAMPLING)), joint="curve")


def _hatching(rng, canvas):
    """Parallel thin strokes: fur, grass, roof tiles, water."""
    draw, color = ImageDraw.Draw(canvas), _color(rng)
    angle, length = rng.uniform(0, 2 * np.pi), canvas.width * rng.uniform(0.03, 0.2)
    direction = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-direction[1], direction[0]])
    start, gap = rng.uniform(0, canvas.width, 2), rng.uniform(2, 6) * OVERSAMPLING
    width = int(rng.integers(2, 2 * OVERSAMPLING))
    for line in range(rng.integers(5, 40)):
        begin = start + across * gap * line + rng.normal(0, OVERSAMPLING, 2)
        draw.line([tuple(begin), tuple(begin + direction * length * rng.uniform(0.6, 1.2))], fill=color, width=width)


def _letters(rng, canvas):
    text = "".join(rng.choice(list(string.ascii_letters + string.digits), rng.integers(2, 9)))
    font = ImageFont.load_default(int(rng.uniform(8, 40) * OVERSAMPLING))
    stamp = Image.new("L", (int(font.getlength(text)) + 8, int(font.size * 1.4)))
    ImageDraw.Draw(stamp).text((4, 0), text, fill=255, font=font)
    if rng.random() < 0.5:
        stamp = stamp.rotate(rng.uniform(0, 360), Image.Resampling.BICUBIC, expand=True)
    at = tuple(int(v) for v in rng.uniform(-0.1, 0.8, 2) * canvas.width)
    canvas.paste(_color(rng), (*at, at[0] + stamp.width, at[1] + stamp.height), stamp)


def _skyline(rng, canvas):
    """Everything below a rough line is filled: hills, tree lines, coasts."""
    size = canvas.width
    line = fractal_noise(rng, 1, size, persistence=rng.uniform(0.4, 0.7))[0]
    line = (rng.uniform(0, 0.8) + rng.uniform(0.1, 0.4) * line) * size
    outline = [(0, size), *enumerate(line.tolist()), (size, size)]
    ImageDraw.Draw(canvas).polygon(outline, fill=_color(rng))


def _stripes(rng, canvas):
    draw, color = ImageDraw.Draw(canvas), _color(rng)
    left, top = rng.uniform(0, 0.8, 2) * canvas.width
    width, height = rng.uniform(0.1, 0.4, 2) * canvas.width
    pitch = rng.uniform(3, 16) * OVERSAMPLING
    for stripe in np.arange(left, left + width, pitch):
        draw.rectangle((stripe, top, stripe + pitch * 0.5, top + height), fill=color)


_ELEMENTS = [_polygon, _ellipse, _stroke, _hatching, _letters, _skyline, _stripes]
_WEIGHTS = [0.18, 0.14, 0.2, 0.14, 0.18, 0.1, 0.06]
