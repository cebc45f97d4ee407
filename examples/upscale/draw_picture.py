# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Draws picture.png, the small landscape that the demo upscales: a lake in the mountains at dusk.

  python draw_picture.py    # writes picture.png, 240x180
"""

import pathlib

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from pictures import fractal_noise

HERE = pathlib.Path(__file__).parent
SCALE = 8  # Everything is drawn large and then reduced: fine strokes become fine detail, and edges smooth.
WIDTH, HEIGHT = 240 * SCALE, 180 * SCALE
SHORE = 118 * SCALE

SKY = [(0.0, (38, 44, 92)), (0.45, (132, 92, 140)), (0.75, (244, 148, 110)), (1.0, (255, 214, 150))]
SUN = (166 * SCALE, 74 * SCALE)


def gradient(stops, rows):
    """-> [rows, 3]: colours between (place in 0..1, colour) stops."""
    places, colors = zip(*stops)
    at = np.linspace(0, 1, rows)
    return np.stack([np.interp(at, places, channel) for channel in zip(*colors)], axis=-1)


def mix(first, second, amount):
    return tuple(int(a + (b - a) * amount) for a, b in zip(first, second))


def paint_sky(rng):
    sky = np.repeat(gradient(SKY, SHORE)[:, None], WIDTH, axis=1)
    y, x = np.mgrid[0:SHORE, 0:WIDTH]
    distance = np.hypot(x - SUN[0], y - SUN[1]) / SCALE
    sky += np.exp(-distance / 26)[..., None] * np.array([70, 60, 20])
    # Clouds are noise stretched sideways, in bands that the light from below colours.
    clouds = fractal_noise(rng, SHORE, WIDTH // 4, octaves=6, persistence=0.6, first_grid=3)
    clouds = np.asarray(Image.fromarray(clouds).resize((WIDTH, SHORE), Image.Resampling.BICUBIC))
    cover = np.clip((clouds - 0.55) * 3.2, 0, 0.75) * np.clip(1.2 - y / SHORE, 0, 1)
    sky += (np.array([255, 176, 140]) - sky) * cover[..., None]
    canvas = Image.new("RGB", (WIDTH, HEIGHT))
    canvas.paste(Image.fromarray(np.clip(sky, 0, 255).astype(np.uint8)), (0, 0))
    draw = ImageDraw.Draw(canvas)
    radius = 9 * SCALE
    draw.ellipse((SUN[0] - radius, SUN[1] - radius, SUN[0] + radius, SUN[1] + radius), fill=(255, 244, 214))
    for _ in range(70):
        star_x, star_y = rng.uniform(0, WIDTH), rng.uniform(0, 0.35) ** 1.3 * SHORE
        size = rng.uniform(0.25, 0.6) * SCALE
        draw.ellipse((star_x - size, star_y - size, star_x + size, star_y + size), fill=(235, 228, 240))
    return canvas


def ridge(peaks, rng, roughness):
    """-> the height of a mountain range above the shore at each column, in drawn pixels."""
    x = np.arange(WIDTH) / SCALE
    line = np.max([height - slope * np.abs(x - place) for place, height, slope in peaks], axis=0)
    jagged = fractal_noise(rng, 1, WIDTH, octaves=9, persistence=0.6, first_grid=4)[0] - 0.5
    return np.maximum(line + roughness * jagged, 2) * SCALE


def paint_mountains(canvas, rng, peaks, lit, shaded, snow, snow_line):
    """Light comes from the sun's side; hatching along the slope gives the rock its grain."""
    draw = ImageDraw.Draw(canvas)
    line = ridge(peaks, rng, roughness=7)
    draw.polygon([(0, SHORE), *((x, SHORE - h) for x, h in enumerate(line)), (WIDTH, SHORE)], fill=lit)
    slope = np.gradient(np.convolve(np.pad(line, 12 * SCALE, "edge"), np.ones(24 * SCALE + 1), "valid"))
    for _ in range(5200):
        x = int(rng.integers(0, WIDTH))
        depth = rng.uniform(0, 1) ** 1.4 * line[x]
        height = line[x] - depth
        facing_away = slope[x] > 0  # The sun is to the right of most of the range.
        tone = mix(lit, shaded, rng.uniform(0.5, 1) if facing_away else rng.uniform(0, 0.35))
        if height > (snow_line + rng.normal(0, 3)) * SCALE:
            tone = mix(snow, shaded, rng.uniform(0.35, 0.6) if facing_away else rng.uniform(0, 0.15))
        length = rng.uniform(2, 7) * SCALE
        lean = -0.55 if facing_away else 0.55
        start = (x, SHORE - height)
        end = (x + lean * length, min(SHORE - height + length, SHORE))
        draw.line([start, end], fill=tone, width=int(rng.uniform(0.5, 1.5) * SCALE))


def paint_pine(draw, rng, x, base, height, color):
    draw.line([(x, base), (x, base - height)], fill=color, width=max(2, int(0.06 * height)))
    for level in np.linspace(0.12, 1, int(height / SCALE * 1.1) + 4):
        reach = 0.3 * height * (1 - level) * rng.uniform(0.75, 1.2) + 0.25 * SCALE
        top = base - level * height
        for side in (-1, 1):
            draw.line([(x, top), (x + side * reach, top + 0.42 * reach)], fill=color, width=int(0.75 * SCALE))


def paint_forest(canvas, rng):
    """Trees stand along the shore, high at the edges of the picture and low before the sun."""
    draw = ImageDraw.Draw(canvas)
    for row, color in enumerate([(58, 52, 84), (30, 32, 58), (16, 20, 40)]):
        for x in np.arange(-4, 246, 3.4 - 0.3 * row):
            x += rng.normal(0, 1.2)
            edge = abs(x - 128) / 120
            height = (4 + 20 * edge**2.2) * rng.uniform(0.7, 1.25) - 2 * row * (edge < 0.5)
            paint_pine(draw, rng, x * SCALE, SHORE + row * SCALE, max(height, 3) * SCALE, color)


def paint_lake(canvas, rng):
    """The water mirrors what is above it, row by row shifted and darkened, under strokes of light."""
    above = np.asarray(canvas, np.float32)
    depth = HEIGHT - SHORE
    rows = np.arange(depth)
    mirrored = above[np.clip(SHORE - 1 - (rows * 1.55).astype(int), 0, SHORE - 1)]
    wave = fractal_noise(rng, depth, WIDTH // 8, octaves=7, persistence=0.75, first_grid=3) - 0.5
    wave = np.asarray(Image.fromarray(wave).resize((WIDTH, depth), Image.Resampling.BICUBIC))
    columns = np.arange(WIDTH) + (wave * (10 + 70 * rows / depth)[:, None] * SCALE / 4).astype(int)
    water = mirrored[rows[:, None], np.clip(columns, 0, WIDTH - 1)]
    water = water * 0.72 + np.array([16, 26, 52]) * 0.5
    canvas.paste(Image.fromarray(np.clip(water, 0, 255).astype(np.uint8)), (0, SHORE))
    draw = ImageDraw.Draw(canvas)
    for _ in range(420):
        near = rng.uniform(0, 1) ** 0.8
        y = SHORE + near * depth
        on_glitter = rng.random() < 0.45
        x = SUN[0] + rng.normal(0, 8 + 12 * near) * SCALE if on_glitter else rng.uniform(0, WIDTH)
        length = rng.uniform(1.5, 4 + 9 * near) * SCALE
        tone = (255, 226, 176) if on_glitter else mix((92, 88, 134), (188, 140, 150), rng.random())
        draw.line([(x - length, y), (x + length, y)], fill=tone, width=int((0.4 + 0.5 * near) * SCALE))


def paint_boat(canvas):
    draw = ImageDraw.Draw(canvas)

    def at(x, y):
        return (78 + x) * SCALE, (140 + y) * SCALE

    for ripple in range(7):
        reach = 15 - 1.6 * ripple
        y = 2.8 + 1.7 * ripple
        tone = mix((240, 226, 214), (110, 100, 140), ripple / 7)
        draw.line([at(-reach, y), at(reach, y)], fill=tone, width=int(0.7 * SCALE))
    draw.polygon([at(-14, -1), at(15, -1), at(10, 3), at(-10, 3)], fill=(120, 44, 38))
    draw.line([at(-14, -1), at(15, -1)], fill=(250, 214, 170), width=int(0.8 * SCALE))
    draw.line([at(0, -1), at(0, -34)], fill=(48, 30, 34), width=int(0.8 * SCALE))
    draw.polygon([at(1, -33), at(1, -4), at(14, -4)], fill=(250, 240, 226))
    draw.polygon([at(-1, -30), at(-1, -4), at(-11, -4)], fill=(228, 196, 178))
    for seam in (-11, -18, -25):
        draw.line([at(1, seam), at(1 + 13 * (seam + 33) / 29, seam)], fill=(206, 178, 164), width=int(0.4 * SCALE))
    draw.text(at(1.6, -15.2), "x2", fill=(150, 40, 36), font=ImageFont.load_default(8 * SCALE))


def paint_birds(canvas, rng):
    draw = ImageDraw.Draw(canvas)
    for x, y in [(96, 34), (104, 30), (112, 36), (119, 29), (128, 33), (90, 41)]:
        span = rng.uniform(2.6, 4)
        wings = [(x - span, y - 0.5), (x - 0.5 * span, y - 1.7), (x, y), (x + 0.5 * span, y - 1.7), (x + span, y - 0.5)]
        wings = [(wing_x * SCALE, wing_y * SCALE) for wing_x, wing_y in wings]
        draw.line(wings, fill=(34, 28, 56), width=int(0.7 * SCALE), joint="curve")


def paint_title(canvas):
    draw = ImageDraw.Draw(canvas)
    ink = (255, 236, 214)
    draw.text((10 * SCALE, 3 * SCALE), "Mica", fill=ink, font=ImageFont.load_default(26 * SCALE))
    draw.line([(11 * SCALE, 35 * SCALE), (66 * SCALE, 35 * SCALE)], fill=ink, width=int(0.8 * SCALE))
    draw.text((11 * SCALE, 36.5 * SCALE), "twice the pixels", fill=ink, font=ImageFont.load_default(7.6 * SCALE))


def paint_reeds(canvas, rng):
    """Dark blades in the near corner: the finest lines of the picture."""
    draw = ImageDraw.Draw(canvas)
    for _ in range(90):
        x = 240 - abs(rng.normal(0, 20))
        height, bend = rng.uniform(10, 34), rng.normal(-3, 4)
        blade = [(x + bend * t**2, 182 - height * t) for t in np.linspace(0, 1, 7)]
        tone = mix((14, 18, 34), (70, 58, 66), rng.random())
        draw.line([(bx * SCALE, by * SCALE) for bx, by in blade], fill=tone, width=int(0.8 * SCALE), joint="curve")
        if rng.random() < 0.2:
            tip_x, tip_y = blade[-1]
            box = (tip_x - 0.9, tip_y - 3, tip_x + 0.9, tip_y + 2)
            draw.ellipse([edge * SCALE for edge in box], fill=(74, 40, 34))


def draw_landscape(width):
    """-> the picture `width` pixels wide. The scene is the same at every size."""
    rng = np.random.default_rng(3)
    canvas = paint_sky(rng)
    paint_mountains(canvas, rng, [(30, 58, 0.7), (98, 44, 0.6), (206, 62, 0.75)],
                    lit=(190, 128, 146), shaded=(112, 88, 138), snow=(255, 214, 200), snow_line=44)
    paint_mountains(canvas, rng, [(64, 66, 0.95), (120, 34, 0.7), (232, 44, 0.8)],
                    lit=(146, 94, 118), shaded=(58, 52, 96), snow=(255, 234, 222), snow_line=40)
    paint_forest(canvas, rng)
    paint_lake(canvas, rng)
    paint_boat(canvas)
    paint_birds(canvas, rng)
    paint_reeds(canvas, rng)
    paint_title(canvas)
    return canvas.resize((width, width * HEIGHT // WIDTH), Image.Resampling.BICUBIC)


if __name__ == "__main__":
    draw_landscape(240).save(HERE / "picture.png", optimize=True)
