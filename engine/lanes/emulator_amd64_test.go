package lanes

import (
	"fmt"
	"math/bits"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unsafe"
)

// machine emulates avx512_amd64.s on every machine. It shows that the program is right, not that
// a processor agrees.
type machine struct {
	t       testing.TB
	code    [][]string // an instruction and its operands; a label is an instruction
	table   *table
	left    int64 // register CX
	masks   [8]uint8
	vectors [32]vector
}

// emulated returns the kernel run by the emulator.
func emulated(t testing.TB) kernel {
	t.Helper()
	text, err := os.ReadFile("avx512_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t, code: preprocess(string(text))}
	k := avx512Kernel()
	k.play = m.play
	return k
}

// preprocess expands the macros of a file of Go's assembler, whose one function takes the rest.
func preprocess(text string) (code [][]string) {
	type macro struct{ parameters, body []string }
	macros, names := map[string]macro{}, map[string]string{"group__size": fmt.Sprint(unsafe.Sizeof(group{}))}
	for prefix, of := range map[string]reflect.Type{"table_": reflect.TypeFor[table](), "group_": reflect.TypeFor[group]()} {
		for field := range of.Fields() { // as go_asm.h does
			names[prefix+field.Name] = fmt.Sprint(field.Offset)
		}
	}
	word := regexp.MustCompile(`\w+`)
	replace := func(line string, by map[string]string) string {
		return word.ReplaceAllStringFunc(line, func(name string) string {
			if value, ok := by[name]; ok {
				return value
			}
			return name
		})
	}
	call := regexp.MustCompile(`^(\w+)\((.*)\)$`)
	var expand func(line string)
	expand = func(line string) {
		line = strings.TrimSpace(line)
		name, arguments := line, []string(nil)
		if found := call.FindStringSubmatch(line); found != nil {
			name, arguments = found[1], strings.Split(found[2], ",")
		}
		m, ok := macros[name]
		if !ok {
			name, operands, _ := strings.Cut(replace(line, names), " ")
			code = append(code, append([]string{name}, strings.Split(strings.ReplaceAll(operands, " ", ""), ",")...))
			return
		}
		by := map[string]string{}
		for i, argument := range arguments {
			by[m.parameters[i]] = strings.TrimSpace(argument)
		}
		for _, line := range m.body {
			expand(replace(line, by))
		}
	}
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", ";")) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "//")
		if define, ok := strings.CutPrefix(line, "#define "); ok {
			name, body, _ := strings.Cut(define, " ")
			if head, lines, ok := strings.Cut(define, " ;"); ok {
				head, parameters, _ := strings.Cut(strings.TrimSuffix(head, ")"), "(")
				macros[head] = macro{strings.Split(parameters, ", "), strings.Split(lines, ";")}
			} else {
				names[name] = body
			}
		} else if line != "" && line[0] != '#' && !strings.HasPrefix(line, "TEXT") {
			expand(line)
		}
	}
	return code
}

// play runs the function.
func (m *machine) play(t *table, n int64) {
	m.table = t
	step := 0
	for at := 0; at < len(m.code); at++ {
		switch line := strings.Join(m.code[at], " "); line {
		case "MOVQ t+0(FP) AX", "VZEROUPPER ", "RET ":
		case "MOVQ n+8(FP) CX":
			m.left = n
		case "step: ":
			step = at
		case "DECQ CX":
			m.left--
		case "JNZ step":
			if m.left != 0 {
				at = step
			}
		default:
			if !m.setsMask(m.code[at]) && !m.setsVector(m.code[at]) {
				m.t.Fatalf("unknown instruction %s", line)
			}
		}
	}
}

// memory returns the address of an operand such as (2*1024+64)(AX), nil for any other.
func (m *machine) memory(operand string) unsafe.Pointer {
	sum, ok := strings.CutSuffix(operand, ")(AX)")
	if !ok {
		if sum, ok = strings.CutSuffix(operand, "(AX)"); !ok {
			return nil
		}
	}
	at := 0
	for product := range strings.SplitSeq(strings.TrimPrefix(sum, "("), "+") {
		value := 1
		for factor := range strings.SplitSeq(product, "*") {
			n, err := strconv.Atoi(factor)
			if err != nil {
				m.t.Fatalf("%s: %v", operand, err)
			}
			value *= n
		}
		at += value
	}
	if at < 0 || at >= int(unsafe.Sizeof(*m.table)) {
		m.t.Fatalf("%s is outside of the table", operand)
	}
	return unsafe.Add(unsafe.Pointer(m.table), at)
}

// vector returns a register or a place in memory, or a vector of an immediate.
func (m *machine) vector(operand string) *vector {
	if at := m.memory(operand); at != nil {
		return (*vector)(at)
	}
	n, err := strconv.Atoi(operand[1:])
	switch {
	case err == nil && operand[0] == 'Z':
		return &m.vectors[n]
	case err == nil && operand[0] == '$':
		v := all(uint64(n))
		return &v
	}
	m.t.Fatalf("unknown operand %s", operand)
	return nil
}

func isMask(operand string) bool { return len(operand) == 2 && operand[0] == 'K' }

func (m *machine) mask(operand string) *uint8 { return &m.masks[operand[1]-'0'] }

// setsMask runs an instruction whose result is a mask, or that stores one.
func (m *machine) setsMask(in []string) bool {
	compare := func(x, y string, holds func(x, y int64) bool) (mask uint8) {
		for i := range 8 {
			if holds(int64(m.vector(x)[i]), int64(m.vector(y)[i])) {
				mask |= 1 << i
			}
		}
		if among := in[len(in)-2]; isMask(among) {
			mask &= *m.mask(among)
		}
		return mask
	}
	switch last := in[len(in)-1]; in[0] {
	case "KMOVB":
		*(*uint8)(m.memory(last)) = *m.mask(in[1])
	case "KNOTB":
		*m.mask(last) = ^*m.mask(in[1])
	case "KXORB":
		*m.mask(last) = *m.mask(in[1]) ^ *m.mask(in[2])
	case "VPTESTMQ":
		*m.mask(last) = compare(in[1], in[2], func(x, y int64) bool { return x&y != 0 })
	case "VPTESTNMQ":
		*m.mask(last) = compare(in[1], in[2], func(x, y int64) bool { return x&y == 0 })
	case "VPCMPQ":
		*m.mask(last) = compare(in[2], in[3], map[string]func(x, y int64) bool{
			"$5": func(x, y int64) bool { return y >= x },
			"$6": func(x, y int64) bool { return y > x },
		}[in[1]])
	default:
		return false
	}
	return true
}

// setsVector runs an instruction whose result is a vector.
func (m *machine) setsVector(in []string) bool {
	name, zeroing := strings.CutSuffix(in[0], ".Z")
	from, to := in[1:len(in)-1], m.vector(in[len(in)-1])
	mask := uint8(255)
	if last := len(from) - 1; isMask(from[last]) {
		mask = *m.mask(from[last])
		if name != "VPMOVM2Q" {
			from = from[:last]
		}
	}
	old := *to
	if name == "VPBLENDMQ" {
		from, old = from[:1], *m.vector(from[1])
	}
	operands := [2]*vector{new(vector), new(vector)}
	for i, operand := range from {
		if !isMask(operand) {
			operands[i] = m.vector(operand)
		}
	}
	var value vector
	for i := range value {
		x, y := operands[0][i], operands[1][i]
		switch name {
		case "VMOVDQU64", "VMOVDQA64", "VPBLENDMQ":
			value[i] = x
		case "VPMOVM2Q":
			value[i], zeroing = ^uint64(0), true
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
		case "VPSRLVQ":
			value[i] = y >> x
		case "VPMINSD":
			high, low := min(int32(y>>32), int32(x>>32)), min(int32(y), int32(x))
			value[i] = uint64(uint32(high))<<32 | uint64(uint32(low))
		default:
			return false
		}
	}
	for i := range value {
		switch {
		case mask>>i&1 == 1:
			to[i] = value[i]
		case zeroing:
			to[i] = 0
		default:
			to[i] = old[i]
		}
	}
	return true
}
