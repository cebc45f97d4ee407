// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Mica Authors
#include "ops/conv_2d/matrix_kernel.h"

#include <algorithm>

#include "base/align.h"

namespace mica::ops {
namespace {

// A group first stages in shared memory all channels of all pixels that its windows touch, as rows of channels; then
// its subgroups multiply them with the weights, which come straight from memory.
constexpr std::string_view kText = R"(
KERNEL {
  int lane = LOCAL_X;
  int b = GROUP_Z;
  int first_slice = GROUP_Y * TILE_SLICES;
#if IS_POINTWISE
  // Pixels of the image in one row. Every lane stages the same one in all rounds.
  int first_pixel = GROUP_X * TILE_PIXELS;
  int staged_pixel = min(first_pixel + lane % STAGED_PIXELS, DST_WIDTH * DST_HEIGHT - 1);
  int staged_x = staged_pixel % DST_WIDTH;
  int staged_y = staged_pixel / DST_WIDTH;
#else
  int tile_x = GROUP_X % TILES_PER_ROW * TILE_PIXELS;
  int tile_y = GROUP_X / TILES_PER_ROW;
#endif
  int part = SUBGROUP / COLUMNS;
  int column = SUBGROUP % COLUMNS * COLUMN_BLOCKS * 4;  // In slices.
  FLOAT_MATRIX sums[ROWS * COLUMN_BLOCKS];
  for (int i = 0; i < ROWS * COLUMN_BLOCKS; ++i) sums[i] = ZERO_MATRIX;

  for (int chunk = 0; chunk < CHUNKS; ++chunk) {
#if CHUNKS > 1
    if (chunk > 0) BARRIER;  // The chunk before is read no more.
#endif
    for (int i = 0; i < STAGE_ROUNDS; ++i) {
      int at = (lane + i * GROUP_SIZE_X) % STAGED_PIXELS;
      int staged_slice = (lane + i * GROUP_SIZE_X) / STAGED_PIXELS;
      int slice = chunk * CHUNK_SLICES + staged_slice;
      if (staged_slice < CHUNK_SLICES) {
        float4 value = FLOAT4(0.0);
#if HAS_MIDDLE
        if (slice < INPUT_SLICES) {
          value = middle_compute(b, staged_x, staged_y, slice TENSORS);
          value = middle_steps(value, b, staged_x, staged_y, slice);
        }
#elif IS_POINTWISE
        value = src_read(b, staged_x * STRIDE_X, staged_y * STRIDE_Y, min(slice, INPUT_SLICES - 1));
        if (slice >= INPUT_SLICES) value = FLOAT4(0.0);
#else
        int x = tile_x * STRIDE_X - PADDING_LEFT + at % STAGED_WIDTH;
        int y = tile_y * STRIDE_Y - PADDING_TOP + at / STAGED_WIDTH * DILATION_Y;
        bool inside = x >= 0 && x < SRC_WIDTH && y >= 0 && y < SRC_HEIGHT;
        // Read in any case: a load behind a condition waits for those before it.
        value = src_read(b, clamp(x, 0, SRC_WIDTH - 1), clamp(y, 0, SRC_HEIGHT - 1), min(slice, INPUT_SLICES - 1));
        if (!inside || slice >= INPUT_SLICES) value = FLOAT4(0.0);
#endif
        staged[at * STAGED_STRIDE + staged_slice] = PACK4(value);
      }
    }
    BARRIER;
    for (int tap = 0; tap < TAPS; ++tap) {
      int window = tap / KERNEL_WIDTH * STAGED_WIDTH + tap % KERNEL_WIDTH * DILATION_X;
      for (int i = 0; i < BLOCK_ROUNDS; ++i) {
        int block = i * PARTS + part;
#if BLOCK_ROUNDS * PARTS * 4 > CHUNK_SLICES
        if (block * 4 >= CHUNK_SLICES) break;
#endif
        HALF_MATRIX values[ROWS];
        for (int r = 0; r < ROWS; ++r) {
          LOAD_MATRIX(values[r], staged, (r * 16 * PIXEL_STEP + window) * STAGED_STRIDE + block * 4,
                      PIXEL_STEP * STAGED_STRIDE);
        }
        int input_channel = tap * WEIGHT_INPUTS + (chunk * CHUNK_SLICES + block * 4) * 4;
        int weight = input_channel * WEIGHT_SLICES + first_slice + column;
        for (int c = 0; c < COLUMN_BLOCKS; ++c) {
          HALF_MATRIX weight_block;
          LOAD_MATRIX(weight_block, constants_data, weights_first + weight + c * 4, WEIGHT_SLICES);
          for (int r = 0; r < ROWS; ++r) {
            sums[r * COLUMN_BLOCKS + c] = MULTIPLY_ADD(values[r], weight_block, sums[r * COLUMN_BLOCKS + c]);
          }
        }
      }
    }
  }
  for (int r = 0; r < ROWS; ++r) {
    for (int c = 0; c < COLUMN_BLOCKS; ++c) {
      STORE_MATRIX(sums[r * COLUMN_BLOCKS + c], totals,
                   (part * TILE_PIXELS + r * 16) * TOTALS_STRIDE + (column + c * 4) * 4, TOTALS_STRIDE);
    }
  }
  BARRIER;

  for (int i = 0; i < WRITE_ROUNDS; ++i) {
    int at = (lane + i * GROUP_SIZE_X) % TILE_PIXELS;
    int column_slice = (lane + i * GROUP_SIZE_X) / TILE_PIXELS;
    int slice = first_slice + column_slice;
#if IS_POINTWISE
    int x = (first_pixel + at) % DST_WIDTH;
    int y = (first_pixel + at) / DST_WIDTH;
#else
    int x = tile_x + at;
    int y = tile_y;
#endif
    if (x < DST_WIDTH && y < DST_HEIGHT && column_slice < TILE_SLICES && slice < DST_SLICES) {
      float4 total = bias_read(slice);
      for (int p = 0; p < PARTS; ++p) {
        int from = (p * TILE_PIXELS + at) * TOTALS_STRIDE + column_slice * 4;
        total += MAKE4(totals[from], totals[from + 1], totals[from + 2], totals[from + 3]);
      }
      dst_write(total, b, x, y, slice);
    }
  }
}
)";

// What the kernel keeps in shared memory. The padding behind each row spreads rows over the banks.
struct Staging {
  int width = 1;         // Pixels of a staged row.
  int pixels = 1;        // Staged pixels.
  int chunks = 1;        // The channels are staged in so many turns,
  int chunk_slices = 4;  // each of whole blocks of 16.
  int stride = 6;        // Of a pixel, in packed4.
  int totals_stride = 1;

  Staging(const Convolution& conv, const MatrixTile& tile) {
    constexpr int kMostBytes = 32 << 10;  // Leaves room for the sums, and for a second group on the same unit.
    const bool is_pointwise = conv.is_pointwise();
    const int window = (conv.weights[2] - 1) * conv.window.dilation_x + 1;
    width = is_pointwise ? tile.pixels() : (tile.pixels() - 1) * conv.window.stride_x + window;
    pixels = is_pointwise ? width : width * conv.weights[1];
    const int blocks = DivideRoundUp(conv.src.slices(), 4);
    const int most_blocks = std::max(1, (kMostBytes / (pixels * 8) - 2) / 4);
    chunks = DivideRoundUp(blocks, most_blocks);
    chunk_slices = DivideRoundUp(blocks, chunks) * 4;
    stride = chunk_slices + 2;
    totals_stride = tile.slices() * 4 + 4;
  }
  std::size_t bytes(const MatrixTile& tile) const {
    return static_cast<std::size_t>(pixels * stride) * 8 +
           static_cast<std::size_t>(tile.parts * tile.pixels() * totals_stride) * 4;
  }
};

KernelRequest MakeRequest(const Convolution& conv, const MatrixTile& tile, std::string name, std::string text) {
  constexpr int kO = 0, kY = 1, kX = 2, kI = 3;  // Axes of the weights in the file.
  const Staging staging(conv, tile);
  const int slices = conv.dst.slices();
  const int weight_slices = DivideRoundUp(slices, tile.slices()) * tile.slices();
  const int tiles_per_row = DivideRoundUp(conv.dst[2], tile.pixels());
  KernelRequest request = conv.Request(std::move(name), text);
  request.uses_matrices = true;
  request.definitions.insert(
      request.definitions.end(),
      {{"IS_POINTWISE", conv.is_pointwise() ? 1 : 0},
       {"TAPS", conv.weights[1] * conv.weights[2]},
       {"INPUT_SLICES", conv.src.slices()},
       {"WEIGHT_SLICES", weight_slices},
       {"ROWS", tile.rows},
       {"COLUMNS", tile.columns},
       {"COLUMN_BLOCKS", tile.column_blocks},
       {"PARTS", tile.parts},
       {"TILE_PIXELS", tile.pixels()},
       {"TILE_SLICES", tile.slices()},
       {"TILES_PER_ROW", tiles_per_row},
       {"PIXEL_STEP", conv.is_pointwise() ? 1 : conv.window.stride_x},
       {"STAGED_WIDTH", staging.width},
       {"STAGED_PIXELS", staging.pixels},
       {"STAGED_STRIDE", staging.stride},
       {"STAGE_ROUNDS", DivideRoundUp(staging.pixels * staging.chunk_slices, tile.invocations())},
       {"CHUNKS", staging.chunks},
       {"CHUNK_SLICES", staging.chunk_slices},
       {"WEIGHT_INPUTS", staging.chunks * staging.chunk_slices * 4},
       {"BLOCK_ROUNDS", DivideRoundUp(staging.chunk_slices / 4, tile.parts)},
       {"TOTALS_STRIDE", staging.totals_stride},
       {"WRITE_ROUNDS", DivideRoundUp(tile.pixels() * tile.slices(), tile.invocations())}});
  conv.AddConstants(request,
                    {{kY, conv.weights[1], 1},
                     {kX, conv.weights[2], 1},
                     {kI, staging.chunks * staging.chunk_slices * 4, 1},
                     {kO, weight_slices * 4, 1}},
                    weight_slices * 4);
  request.shared.push_back({"staged", "packed4", staging.pixels * staging.stride});
  request.shared.push_back({"totals", "float", tile.parts * tile.pixels() * staging.totals_stride});
  request.group_size = std::array{tile.invocations(), 1, 1};
  const int tiles =
      conv.is_pointwise() ? DivideRoundUp(conv.dst[1] * conv.dst[2], tile.pixels()) : tiles_per_row * conv.dst[1];
  request.grid = {tiles * tile.invocations(), DivideRoundUp(slices, tile.slices()), conv.dst[0]};
  return request;
}

}  // namespace

bool FitsMatrixTile(const Convolution& conv, const MatrixTile& tile, const gpu::DeviceInfo& device) {
  return tile.invocations() <= device.max_group_invocations &&
         Staging(conv, tile).bytes(tile) <= device.shared_memory_bytes;
}

bool HasMatrixForm(const Convolution& conv, const LoweringContext& context) {
  const gpu::DeviceInfo& device = context.device;
  const bool has_matrices = device.has(gpu::Feature::kCooperativeMatrix) && device.subgroup_size == 32 &&
                            context.precision == Precision::kFp16 && device.language == gpu::Language::kGlslVulkan;
  // Of a few channels most of a matrix would be padding, and a few pixels make a product with a vector.
  return has_matrices && conv.groups() == 1 && conv.src[3] >= 8 && conv.dst[3] >= 8 && conv.dst[1] * conv.dst[2] >= 8;
}

std::optional<MatrixTile> ChooseMatrixTile(const Convolution& conv, const LoweringContext& context, bool has_middle) {
  if (!HasMatrixForm(conv, context)) return std::nullopt;
  constexpr int kMostSubgroups = 20;
  const gpu::DeviceInfo& device = context.device;
  const int row_blocks =
      conv.is_pointwise() ? DivideRoundUp(conv.dst[1] * conv.dst[2], 16) : DivideRoundUp(conv.dst[2], 16) * conv.dst[1];
  const int column_blocks = DivideRoundUp(conv.dst.slices(), 4);
  const int input_blocks = DivideRoundUp(conv.src.slices(), 4);
  // Groups for every other compute unit at least. More would have too little to do: each stages all of its pixels'
  // channels, and where it computes them, so do the groups for other outputs.
  const int wanted_groups = std::max(32, device.compute_units / 2);
  MatrixTile tile{.columns = std::min(column_blocks, has_middle ? 8 : 4)};
  while (tile.columns > 1 && row_blocks * DivideRoundUp(column_blocks, tile.columns) < wanted_groups) {
    tile.columns = DivideRoundUp(tile.columns, 2);
  }
  tile.columns = DivideRoundUp(column_blocks, DivideRoundUp(column_blocks, tile.columns));
  tile.parts = std::clamp(input_blocks / 2, 1, std::min(16, kMostSubgroups / tile.columns));
  while (tile.parts > 1 && !FitsMatrixTile(conv, tile, device)) --tile.parts;
  if (!FitsMatrixTile(conv, tile, device)) return std::nullopt;
  return tile;
}

KernelRequest MatrixConvolution(const Convolution& conv, const MatrixTile& tile) {
  KernelRequest request =
      MakeRequest(conv, tile, conv.is_pointwise() ? "conv_2d_pointwise_matrix" : "conv_2d_matrix", std::string(kText));
  request.definitions.emplace_back("HAS_MIDDLE", 0);
  return request;
}

KernelRequest MatrixConvolutionOf(const Convolution& conv, const MatrixTile& tile, std::string_view compute) {
  KernelRequest request = MakeRequest(conv, tile, "conv_2d_matrix", std::string(compute) + std::string(kText));
  request.reads.clear();
  request.definitions.emplace_back("HAS_MIDDLE", 1);
  return request;
}

}  // namespace mica::ops
