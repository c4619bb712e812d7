/* What llama.cpp wants of the library miniaudio, to decode sound that is given to a model. The library is no part of
 * Ollama's Go module, which leaves out folders named vendor. Here every call fails, so that sound is refused and everything
 * else works. */
#ifndef BEAVER_EVAL_MINIAUDIO_H
#define BEAVER_EVAL_MINIAUDIO_H

typedef int ma_result;
typedef unsigned int ma_uint32;
typedef unsigned long long ma_uint64;
typedef int ma_format;

enum { MA_SUCCESS = 0, MA_NOT_IMPLEMENTED = -29, ma_format_f32 = 5 };

typedef struct {
	ma_format format;
	ma_uint32 channels, sampleRate;
} ma_decoder_config;

typedef struct {
	ma_decoder_config config;
} ma_decoder;

static inline ma_decoder_config ma_decoder_config_init(ma_format format, ma_uint32 channels, ma_uint32 rate) {
	ma_decoder_config config = {format, channels, rate};
	return config;
}

static inline ma_result ma_decoder_init_memory(const void *, unsigned long, const ma_decoder_config *, ma_decoder *) {
	return MA_NOT_IMPLEMENTED;
}

static inline ma_result ma_decoder_get_length_in_pcm_frames(ma_decoder *, ma_uint64 *) { return MA_NOT_IMPLEMENTED; }

static inline ma_result ma_decoder_read_pcm_frames(ma_decoder *, void *, ma_uint64, ma_uint64 *) {
	return MA_NOT_IMPLEMENTED;
}

static inline ma_result ma_decoder_uninit(ma_decoder *) { return MA_NOT_IMPLEMENTED; }

#endif
