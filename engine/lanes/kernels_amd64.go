package lanes

import "golang.org/x/sys/cpu"

// avx512 plays n payments, and the number cards after each, in all games of the table.
//
//go:noescape
func avx512(t *table, n int64)

// avx2 does the same without AVX-512. It finds the highest bit of a mask as the exponent of a
// floating-point number, whose mantissa has room for 52 cards.
//
//go:noescape
func avx2(t *table, n int64)

func avx512Kernel() kernel { return kernel{play: avx512, bias: -63, maxCards: MaxCards} }

func avx2Kernel() kernel { return kernel{play: avx2, bias: exponentBias, maxCards: 52} }

// kernels returns those that the processor can run, if the system keeps their registers. The
// fastest comes first.
func kernels() []kernel {
	var all []kernel
	x := &cpu.X86
	if x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512CD && x.HasAVX512VPOPCNTDQ {
		all = append(all, avx512Kernel())
	}
	if x.HasAVX2 {
		all = append(all, avx2Kernel())
	}
	return all
}
