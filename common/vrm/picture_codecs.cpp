#include "vrm/picture_codecs.h"

#include <png.h>

#include <csetjmp>
#include <cstdio>  // jpeglib.h needs it before itself
#include <cstring>
// after <cstdio>
#include <jpeglib.h>

namespace lead {
namespace {

using Bytes = std::span<const std::uint8_t>;

bool isPng(Bytes bytes) {
  return bytes.size() >= 8 && png_sig_cmp(bytes.data(), 0, 8) == 0;
}
bool isJpeg(Bytes bytes) {
  return bytes.size() >= 3 && bytes[0] == 0xFF && bytes[1] == 0xD8 && bytes[2] == 0xFF;
}

/// libpng's simplified reader; frees itself.
class PngReader {
 public:
  explicit PngReader(Bytes bytes) {
    image_.version = PNG_IMAGE_VERSION;
    open_ = png_image_begin_read_from_memory(&image_, bytes.data(), bytes.size()) != 0;
  }
  ~PngReader() { png_image_free(&image_); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  std::optional<PictureSize> size() const {
    if (!open_) return std::nullopt;
    return PictureSize{image_.width, image_.height};
  }

  std::optional<std::vector<std::uint8_t>> decode() {
    if (!open_) return std::nullopt;
    image_.format = PNG_FORMAT_RGBA;
    std::vector<std::uint8_t> rgba(PNG_IMAGE_SIZE(image_));
    if (png_image_finish_read(&image_, nullptr, rgba.data(), 0, nullptr) == 0) return std::nullopt;
    return rgba;
  }

 private:
  png_image image_{};
  bool open_ = false;
};

struct JpegErrors {
  jpeg_error_mgr manager;
  std::jmp_buf back;
};

void jumpBack(j_common_ptr state) {
  std::longjmp(reinterpret_cast<JpegErrors*>(state->err)->back, 1);
}

/// libjpeg pads a truncated picture with grey and repairs what it can; a picture with such a warning counts
/// as broken.
void countWarning(j_common_ptr state, int level) {
  if (level < 0) ++state->err->num_warnings;
}

void stayQuiet(j_common_ptr /*state*/) {}

void begin(jpeg_decompress_struct& state, JpegErrors& errors, Bytes bytes) {
  state.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = jumpBack;
  errors.manager.emit_message = countWarning;
  errors.manager.output_message = stayQuiet;
  jpeg_create_decompress(&state);
  jpeg_mem_src(&state, bytes.data(), static_cast<unsigned long>(bytes.size()));
}

// The two functions below hold nothing with a destructor across setjmp: libjpeg reports by longjmp.

bool readJpegSize(Bytes bytes, PictureSize* size) {
  jpeg_decompress_struct state{};
  JpegErrors errors{};
  if (setjmp(errors.back) != 0) {
    jpeg_destroy_decompress(&state);
    return false;
  }
  begin(state, errors, bytes);
  jpeg_read_header(&state, TRUE);
  *size = {state.image_width, state.image_height};
  jpeg_destroy_decompress(&state);
  return true;
}

/// `rgba` has room for the size that readJpegSize gave.
bool readJpeg(Bytes bytes, std::uint8_t* rgba) {
  jpeg_decompress_struct state{};
  JpegErrors errors{};
  if (setjmp(errors.back) != 0) {
    jpeg_destroy_decompress(&state);
    return false;
  }
  begin(state, errors, bytes);
  jpeg_read_header(&state, TRUE);
  state.out_color_space = JCS_EXT_RGBA;
  jpeg_start_decompress(&state);
  while (state.output_scanline < state.output_height && errors.manager.num_warnings == 0) {
    JSAMPROW row = rgba + std::size_t{state.output_scanline} * state.output_width * 4;
    jpeg_read_scanlines(&state, &row, 1);
  }
  const bool whole = errors.manager.num_warnings == 0;
  jpeg_destroy_decompress(&state);
  return whole;
}

}  // namespace

std::optional<PictureSize> pictureSize(Bytes bytes) {
  if (isPng(bytes)) return PngReader(bytes).size();
  PictureSize size;
  if (isJpeg(bytes) && readJpegSize(bytes, &size)) return size;
  return std::nullopt;
}

std::optional<std::vector<std::uint8_t>> decodePicture(Bytes bytes) {
  if (isPng(bytes)) return PngReader(bytes).decode();
  PictureSize size;
  if (!isJpeg(bytes) || !readJpegSize(bytes, &size)) return std::nullopt;
  std::vector<std::uint8_t> rgba(size.width * size.height * 4);
  if (!readJpeg(bytes, rgba.data())) return std::nullopt;
  return rgba;
}

}  // namespace lead
