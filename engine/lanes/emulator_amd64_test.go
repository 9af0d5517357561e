package lanes

import (
	"fmt"
	"math/bits"
	"os"
	"strconv"
	"strings"
	"testing"
	"unsafe"
)

// machine is a plain emulator of the instructions in vector_amd64.s, so that they are tested
// on every machine. It shows that the program is right, not that a processor agrees.
type machine struct {
	code   []instruction
	labels map[string]int
	order  [8]uint64 // the only data

	general map[string]uint64
	masks   [8]uint8
	vectors [32][8]uint64
	zero    bool // the flags, of which only these two are looked at
	more    bool // signed greater than zero
	frame   map[string]uint64
}

type instruction struct {
	name string
	args []string
}

// assemble reads the function of a file of Go's assembler.
func assemble(t testing.TB, file, function string) *machine {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{labels: map[string]int{}}
	inside := false
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "//")
		line = strings.TrimSpace(line)
		name, rest, _ := strings.Cut(line, " ")
		switch {
		case name == "TEXT":
			inside = strings.HasPrefix(rest, "·"+function+"(")
		case name == "DATA":
			var at int
			var value uint64
			if _, err := fmt.Sscanf(rest, "order<>+%d(SB)/8, $%v", &at, &value); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			m.order[at/8] = value
		case !inside || line == "" || name == "GLOBL" || line[0] == '#':
		case strings.HasSuffix(name, ":"):
			m.labels[strings.TrimSuffix(name, ":")] = len(m.code)
		default:
			var args []string
			for arg := range strings.SplitSeq(rest, ",") {
				args = append(args, strings.TrimSpace(arg))
			}
			m.code = append(m.code, instruction{name, args})
		}
	}
	return m
}

// call runs the function with arguments by name.
func (m *machine) call(t testing.TB, frame map[string]uint64) {
	t.Helper()
	m.general, m.frame = map[string]uint64{}, frame
	for at := 0; m.code[at].name != "RET"; at++ {
		in := m.code[at]
		switch in.name {
		case "JNZ", "JZ", "JG":
			if in.name == "JNZ" && !m.zero || in.name == "JZ" && m.zero || in.name == "JG" && m.more {
				at = m.labels[in.args[0]] - 1
			}
		default:
			if !m.scalar(in) && !m.masked(in) && !m.vector(in) {
				t.Fatalf("unknown instruction %v", in)
			}
		}
	}
}

// address returns the address of an operand in memory, 8(AX)(BX*8).
func (m *machine) address(arg string) (unsafe.Pointer, bool) {
	disp, rest, ok := strings.Cut(arg, "(")
	if !ok {
		return nil, false
	}
	if strings.HasPrefix(arg, "order<>+0(SB)") {
		return unsafe.Pointer(&m.order), true
	}
	n, _ := strconv.ParseInt(disp, 0, 64)
	base, index, _ := strings.Cut(strings.TrimSuffix(rest, ")"), ")(")
	at := m.general[base] + uint64(n)
	if register, scale, ok := strings.Cut(index, "*"); ok {
		s, _ := strconv.ParseUint(scale, 0, 64)
		at += m.general[register] * s
	}
	return *(*unsafe.Pointer)(unsafe.Pointer(&at)), true
}

// word returns a 64-bit operand.
func (m *machine) word(arg string) uint64 {
	if name, ok := strings.CutSuffix(arg, "(FP)"); ok {
		name, _, _ = strings.Cut(name, "+")
		return m.frame[name]
	}
	if value, ok := strings.CutPrefix(arg, "$"); ok {
		if n, err := strconv.ParseInt(value, 0, 64); err == nil {
			return uint64(n)
		}
		n, _ := strconv.ParseUint(value, 0, 64)
		return n
	}
	if at, ok := m.address(arg); ok {
		return *(*uint64)(at)
	}
	return m.general[arg]
}

func (m *machine) set(arg string, value uint64) {
	if at, ok := m.address(arg); ok {
		*(*uint64)(at) = value
		return
	}
	m.general[arg] = value
}

// scalar runs an instruction on general registers.
func (m *machine) scalar(in instruction) bool {
	last := in.args[len(in.args)-1]
	switch in.name {
	case "MOVQ", "MOVL":
		m.set(last, m.word(in.args[0]))
	case "LEAQ":
		at, _ := m.address(in.args[0])
		m.set(last, uint64(uintptr(at)))
	case "ADDQ", "SUBQ", "DECQ", "SHRQ":
		x, y := uint64(1), m.word(last)
		if len(in.args) > 1 {
			x = m.word(in.args[0])
		}
		switch in.name {
		case "ADDQ":
			y += x
		case "SHRQ":
			y >>= x
		default:
			y -= x
		}
		m.set(last, y)
		m.zero, m.more = y == 0, int64(y) > 0
	case "CMPQ":
		m.more = int64(m.word(in.args[0])) > int64(m.word(last))
	case "CMOVQGT":
		if m.more {
			m.set(last, m.word(in.args[0]))
		}
	case "POPCNTL":
		m.set(last, uint64(bits.OnesCount32(uint32(m.word(in.args[0])))))
	case "BZHIL":
		m.set(last, m.word(in.args[1])&(1<<(m.word(in.args[0])&255)-1))
	case "PDEPL":
		var y uint64
		places, x := m.word(in.args[0]), m.word(in.args[1])
		for ; places != 0; places &= places - 1 {
			y |= (x & 1) * (places & -places)
			x >>= 1
		}
		m.set(last, y)
	case "VZEROUPPER":
	default:
		return false
	}
	return true
}

func isMask(arg string) bool { return len(arg) == 2 && arg[0] == 'K' }

func (m *machine) mask(arg string) *uint8 { return &m.masks[arg[1]-'0'] }

// masked runs an instruction whose result is a mask, or that moves one.
func (m *machine) masked(in instruction) bool {
	last := in.args[len(in.args)-1]
	switch in.name {
	case "KMOVB":
		if !isMask(last) {
			value := uint64(*m.mask(in.args[0]))
			if at, ok := m.address(last); ok {
				*(*uint8)(at) = uint8(value)
			} else {
				m.set(last, value)
			}
			return true
		}
		*m.mask(last) = uint8(m.word(in.args[0]))
	case "KNOTB":
		*m.mask(last) = ^*m.mask(in.args[0])
	case "KORB":
		*m.mask(last) = *m.mask(in.args[0]) | *m.mask(in.args[1])
	case "KXORB":
		*m.mask(last) = *m.mask(in.args[0]) ^ *m.mask(in.args[1])
	case "KORTESTB":
		m.zero = *m.mask(in.args[0])|*m.mask(last) == 0
	case "VPTESTNMQ":
		m.compare(in.args, func(x, y uint64) bool { return x&y == 0 })
	case "VPCMPQ":
		m.compare(in.args[1:], map[uint64]func(x, y uint64) bool{
			0: func(x, y uint64) bool { return y == x },
			4: func(x, y uint64) bool { return y != x },
			5: func(x, y uint64) bool { return int64(y) >= int64(x) },
			6: func(x, y uint64) bool { return int64(y) > int64(x) },
		}[m.word(in.args[0])])
	default:
		return false
	}
	return true
}

// compare sets the last operand to the lanes where a relation holds.
func (m *machine) compare(args []string, holds func(x, y uint64) bool) {
	x, y := m.lanes(args[0]), m.lanes(args[1])
	among := uint8(255)
	if len(args) == 4 {
		among = *m.mask(args[2])
	}
	var got uint8
	for i := range x {
		if holds(x[i], y[i]) {
			got |= 1 << i
		}
	}
	*m.mask(args[len(args)-1]) = got & among
}

// lanes returns an operand as a vector: an immediate in each lane.
func (m *machine) lanes(arg string) [8]uint64 {
	if n, err := strconv.Atoi(strings.TrimPrefix(arg, "Z")); err == nil && arg[0] == 'Z' {
		return m.vectors[n]
	}
	if at, ok := m.address(arg); ok {
		return *(*[8]uint64)(at)
	}
	var all [8]uint64
	for i := range all {
		all[i] = m.word(arg)
	}
	return all
}

// vector runs an instruction whose result is a vector.
func (m *machine) vector(in instruction) bool {
	name, zeroing := strings.CutSuffix(in.name, ".Z")
	last := len(in.args) - 1
	old := m.lanes(in.args[last])
	mask, from := uint8(255), in.args[:last]
	if name == "VPBLENDMQ" || isMask(from[last-1]) {
		mask, from = *m.mask(from[last-1]), from[:last-1]
	}
	var all [][8]uint64
	for _, arg := range from {
		if name != "VPEXPANDQ" { // its operand may end sooner
			all = append(all, m.lanes(arg))
		}
	}
	value := m.whole(name, all, old)
	switch name {
	case "VPBLENDMQ":
		value, old = all[0][:], all[1]
	case "VPEXPANDQ":
		at, _ := m.address(from[0])
		for i := range value {
			if mask>>i&1 == 1 {
				value[i] = *(*uint64)(at)
				at = unsafe.Add(at, 8)
			}
		}
	case "VPCOMPRESSQ":
		n := 0
		for i, v := range all[0] {
			if mask>>i&1 == 1 {
				value[n] = v
				n++
			}
		}
		mask = 1<<n - 1
	}
	if value == nil {
		return false
	}
	for i := range old {
		if mask>>i&1 == 1 {
			old[i] = value[i]
		} else if zeroing {
			old[i] = 0
		}
	}
	if at, ok := m.address(in.args[last]); ok {
		*(*[8]uint64)(at) = old
		return true
	}
	n, _ := strconv.Atoi(in.args[last][1:])
	m.vectors[n] = old
	return true
}

// whole returns what an instruction without a mask gives, nil for one that is unknown.
func (m *machine) whole(name string, from [][8]uint64, old [8]uint64) []uint64 {
	value := make([]uint64, 8)
	if strings.HasPrefix(name, "VPUNPCK") || name == "VSHUFI64X2" {
		low := from[len(from)-1]
		high := from[len(from)-2]
		for i := range value {
			switch name {
			case "VPUNPCKLQDQ":
				value[i] = [2]uint64{low[i&^1], high[i&^1]}[i&1]
			case "VPUNPCKHQDQ":
				value[i] = [2]uint64{low[i|1], high[i|1]}[i&1]
			case "VSHUFI64X2":
				place := from[0][0] >> (2 * (i / 2)) & 3
				value[i] = [2][8]uint64{low, high}[i/4][2*place+uint64(i&1)]
			}
		}
		return value
	}
	for i := range value {
		var x, y, z uint64
		for j, to := range []*uint64{&x, &y, &z} {
			if j < len(from) {
				*to = from[j][i]
			}
		}
		switch name {
		case "VMOVDQU64", "VMOVDQA64", "VPBROADCASTQ":
			value[i] = x
		case "VPLZCNTQ":
			value[i] = uint64(bits.LeadingZeros64(x))
		case "VPOPCNTQ":
			value[i] = uint64(bits.OnesCount64(x))
		case "VPADDQ":
			value[i] = y + x
		case "VPSUBQ":
			value[i] = y - x
		case "VPANDQ":
			value[i] = y & x
		case "VPORQ":
			value[i] = y | x
		case "VPXORQ":
			value[i] = y ^ x
		case "VPSLLVQ", "VPSLLQ":
			value[i] = y << x
		case "VPSRLVQ", "VPSRLQ":
			value[i] = y >> x
		case "VPROLQ":
			value[i] = bits.RotateLeft64(y, int(x))
		case "VPROLD":
			value[i] = uint64(bits.RotateLeft32(uint32(y>>32), int(x)))<<32 | uint64(bits.RotateLeft32(uint32(y), int(x)))
		case "VPMINSD":
			value[i] = uint64(uint32(min(int32(y>>32), int32(x>>32))))<<32 | uint64(uint32(min(int32(y), int32(x))))
		case "VPTERNLOGQ":
			for bit := range 64 {
				place := old[i]>>bit&1<<2 | z>>bit&1<<1 | y>>bit&1
				value[i] |= x >> place & 1 << bit
			}
		case "VPBLENDMQ", "VPEXPANDQ", "VPCOMPRESSQ":
		default:
			return nil
		}
	}
	return value
}
