package settle

// quickAnswers are what a game's Quick function answers to the lines of a chunk.
type quickAnswers struct {
	asked bool
	text  []byte
	ends  []int // where the answers of lines end in text
	// taken is the number of lines whose answers were taken, and begin where the next
	// answer begins.
	taken, begin int
}

// take returns the answer to the next line, empty if there is none.
func (q *quickAnswers) take() []byte {
	answer := q.text[q.begin:q.ends[q.taken]]
	q.begin = q.ends[q.taken]
	q.taken++
	return answer
}

// reset forgets the answers, and keeps their memory.
func (q *quickAnswers) reset() { *q = quickAnswers{text: q.text[:0], ends: q.ends[:0]} }

// asker asks a game's Quick function. It is not safe for concurrent use.
type asker struct {
	quick func(b []byte, ends []int, lines [][]byte) ([]byte, []int) // nil if there is no quick way
	texts [][]byte
}

func newAsker(o Options) *asker {
	a := &asker{}
	if o.Game.Quick != nil && !o.Echo {
		a.quick = o.Game.Quick(o.Values, o.Budget)
	}
	return a
}

// ask asks for the answers to all lines of a chunk at once, unless they are known.
func (a *asker) ask(c *chunk) {
	if c.quick.asked || c.long > 0 {
		return
	}
	c.quick.asked = true
	a.texts = a.texts[:0]
	for left := c.lines; left.hasLine(); {
		text, size := left.first()
		a.texts = append(a.texts, text)
		left.cut(size)
	}
	if a.quick == nil {
		c.quick.ends = append(c.quick.ends, make([]int, len(a.texts))...)
		return
	}
	c.quick.text, c.quick.ends = a.quick(c.quick.text, c.quick.ends, a.texts)
}
