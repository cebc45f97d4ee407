# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The Mica Authors
"""Trains the x2 upscaler on pictures that it draws itself, and writes upscale_x2.tflite.

  pip install tensorflow ai-edge-litert pillow
  python train.py                                # trains, exports, and prints how good the network is
  python train.py --evaluate upscale_x2.tflite   # only prints how good a file is
"""

import argparse
import os
import pathlib
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from ai_edge_litert.interpreter import Interpreter

import pictures
from draw_picture import draw_landscape

HERE = pathlib.Path(__file__).parent
SEED = 7
HEIGHT, WIDTH = 180, 240  # Of the exported network's input.
CHANNELS = 20
RESIDUAL_BLOCKS = 2
PATCH = 32  # Edge of a training patch before upscaling.
BATCH = 12


class Resize(keras.layers.Layer):
    """Doubles height and width; half-pixel centres keep the picture in its place."""

    def __init__(self, method):
        super().__init__()
        self.method = method

    def call(self, x):
        return tf.image.resize(x, (2 * x.shape[1], 2 * x.shape[2]), self.method)


class Limit(keras.layers.Layer):
    """Keeps values within 0..1."""

    def call(self, x):
        return tf.minimum(tf.nn.relu(x), 1.0)


def build_network(height, width, batch=None, limited=False):
    """Looks at the picture in low resolution, where pixels are few, and adds the missing detail in high.

    The bilinear path carries the picture, so that the convolutions have to learn only what it lacks.
    """
    def conv(x, channels):
        x = keras.layers.Conv2D(channels, 3, padding="same")(x)
        return keras.layers.PReLU(shared_axes=(1, 2), alpha_initializer=keras.initializers.Constant(0.2))(x)

    picture = keras.Input((height, width, 3), batch_size=batch, name="picture")
    features = conv(picture, CHANNELS)
    for _ in range(RESIDUAL_BLOCKS):
        features = features + keras.layers.Conv2D(CHANNELS, 3, padding="same")(conv(features, CHANNELS))
    # In a 3x3 neighbourhood of doubled pixels, the even and the odd places see different originals: that is
    # enough for this convolution to tell the four new pixels of an old one apart.
    detail = conv(Resize("nearest")(conv(features, CHANNELS)), CHANNELS // 2)
    detail = keras.layers.Conv2D(3, 3, padding="same", kernel_initializer="zeros")(detail)
    upscaled = Resize("bilinear")(picture) + detail
    return keras.Model(picture, Limit()(upscaled) if limited else upscaled)


def training_batches(steps):
    """Random patches of random pictures, turned and mirrored, as (low, high) resolution pairs."""
    rng = np.random.default_rng(SEED)
    high = [pictures.random_picture(rng, 192) for _ in range(500)]
    low = [pictures.halve(picture) for picture in high]
    for _ in range(steps):
        batch = []
        for chosen in rng.integers(0, len(low), BATCH):
            y, x = rng.integers(0, low[chosen].shape[0] - PATCH, 2)
            turns, mirrored = rng.integers(0, 4), rng.integers(0, 2)
            pair = (low[chosen][y:y + PATCH, x:x + PATCH], high[chosen][2 * y:2 * (y + PATCH), 2 * x:2 * (x + PATCH)])
            pair = [np.rot90(picture, turns) for picture in pair]
            batch.append([picture[:, ::-1] if mirrored else picture for picture in pair])
        yield np.stack([pair[0] for pair in batch]), np.stack([pair[1] for pair in batch])


def train(steps):
    network = build_network(PATCH, PATCH)
    optimizer = keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(2e-3, steps, alpha=0.01))

    @tf.function
    def train_step(low, high):
        with tf.GradientTape() as tape:
            # Mean absolute error: squared error would prefer a blur over an edge that is a little off.
            loss = tf.reduce_mean(tf.abs(network(low, training=True) - high))
        optimizer.apply_gradients(zip(tape.gradient(loss, network.trainable_weights), network.trainable_weights))
        return loss

    started, recent = time.time(), []
    for step, (low, high) in enumerate(training_batches(steps), start=1):
        recent.append(float(train_step(low, high)))
        if step % 250 == 0 or step == steps:
            print(f"step {step:5} of {steps}: loss {np.mean(recent):.5f}, {time.time() - started:.0f} s", flush=True)
            recent = []
    return network


def export(trained, path):
    network = build_network(HEIGHT, WIDTH, batch=1, limited=True)
    network.set_weights(trained.get_weights())

    path.write_bytes(tf.lite.TFLiteConverter.from_keras_model(network).convert())
    print(f"{path.name}: {path.stat().st_size} bytes, {network.count_params()} parameters")


def psnr(picture, truth):
    return -10 * np.log10(np.mean((picture - truth) ** 2))


def load(path):
    """-> a function from a picture to the network's enlargement of it."""
    interpreter = Interpreter(str(path))
    interpreter.allocate_tensors()
    [source], [target] = interpreter.get_input_details(), interpreter.get_output_details()

    def upscale(picture):
        interpreter.set_tensor(source["index"], picture[None])
        interpreter.invoke()
        return interpreter.get_tensor(target["index"])[0]
    return upscale


def evaluate(path, count=40):
    """Prints the PSNR of bilinear enlargement and of the network, on pictures that training never saw."""
    rng, upscale, scores = np.random.default_rng(SEED + 1), load(path), []
    for _ in range(count):
        truth = pictures.random_picture(rng, 2 * WIDTH)[:2 * HEIGHT]
        low = pictures.halve(truth)
        bilinear = tf.image.resize(low, truth.shape[:2], "bilinear").numpy()
        scores.append((psnr(bilinear, truth), psnr(upscale(low), truth)))
    bilinear, network = np.mean(scores, axis=0)
    print(f"PSNR on {count} held-out pictures: bilinear {bilinear:.2f} dB, network {network:.2f} dB "
          f"({network - bilinear:+.2f} dB; better on {sum(n > b for b, n in scores)} of {count})")

    low, truth = (np.asarray(draw_landscape(width), np.float32) / 255 for width in (WIDTH, 2 * WIDTH))
    bilinear, network = psnr(tf.image.resize(low, truth.shape[:2]).numpy(), truth), psnr(upscale(low), truth)
    print(f"PSNR on picture.png: bilinear {bilinear:.2f} dB, network {network:.2f} dB ({network - bilinear:+.2f} dB)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "upscale_x2.tflite")
    parser.add_argument("--evaluate", type=pathlib.Path, metavar="MODEL")
    args = parser.parse_args()
    if args.evaluate is None:
        keras.utils.set_random_seed(SEED)
        tf.config.experimental.enable_op_determinism()
        export(train(args.steps), args.output)
    evaluate(args.evaluate or args.output)


if __name__ == "__main__":
    main()
