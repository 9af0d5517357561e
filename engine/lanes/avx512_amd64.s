// A step of eight games: a payment, and the number cards up to the next court card, without a
// branch. A game that is over goes on with nonsense until another takes its place. Type group
// explains the words; Z and K registers are named by what they hold.

#include "go_asm.h"
#include "textflag.h"

#define TABLE AX
#define LEFT CX

// The constants.
#define ONE Z0
#define TWO Z1
#define THREE Z2
#define TOP Z3
#define TRICK Z4
#define SIZES Z5

// What a step knows of A and of B: the mask of the hand, leading zeros in it, debts, size, and
// how many cards lie down to the first court card.
#define MASKA Z12
#define ZEROSA Z13
#define DEBTSA Z14
#define SIZEA Z15
#define DOWNA Z16
#define MASKB Z17
#define ZEROSB Z18
#define DEBTSB Z19
#define SIZEB Z20
#define DOWNB Z21

// The pile, the state, and the court card that comes next.
#define PAYS Z22
#define PILE Z23
#define DEBTS Z24
#define BITS Z25
#define STATE Z26
#define MASK Z27
#define COURTS Z28
#define DEBT Z29
#define TAKEN Z30
#define X Z31

#define PAID K4
#define UNPAID K5
#define STAYS K6
#define LEAVES K7
#define OVER K7

#define ATLEAST $5
#define GREATER $6

// A pays his debt, or up to his first court card, if that is not farther.
#define PAY(g) \
	VMOVDQU64 (g+group_maskA)(TABLE), MASKA \
	VPLZCNTQ  MASKA, ZEROSA \
	VPADDQ    (g+group_sizeA)(TABLE), ZEROSA, DOWNA \
	VMOVDQU64 (g+group_debt)(TABLE), PAYS \
	VPCMPQ    GREATER, PAYS, DOWNA, PAID \
	KNOTB     PAID, UNPAID \
	VPMINSD   PAYS, DOWNA, PAYS \
	VPSUBQ    PAYS, DOWNA, DOWNA \
	VPSUBQ    ZEROSA, DOWNA, SIZEA \
	VMOVDQU64 (g+group_pile)(TABLE), PILE \
	VPSLLVQ   PAYS, PILE, PILE

// If he has paid, B takes the pile.
#define TAKE(g) \
	VMOVDQU64 (g+group_maskB)(TABLE), MASKB \
	VMOVDQU64 (g+group_debtsB)(TABLE), DEBTSB \
	VMOVDQU64 (g+group_sizeB)(TABLE), SIZEB \
	VPSUBQ    SIZEA, SIZES, X \
	VPSUBQ    SIZEB, X, TAKEN \
	VPSLLVQ   TAKEN, MASKB, PAID, MASKB \
	VPORQ     PILE, MASKB, PAID, MASKB \
	VMOVDQU64 (g+group_pileDebts)(TABLE), DEBTS \
	VMOVDQU64 (g+group_pileBits)(TABLE), BITS \
	VPSLLVQ   BITS, DEBTSB, PAID, DEBTSB \
	VPORQ     DEBTS, DEBTSB, PAID, DEBTSB \
	VMOVDQA64 X, PAID, SIZEB \
	VMOVDQU64 (g+group_state)(TABLE), STATE \
	VPADDQ    TAKEN, STATE, PAID, STATE \
	VPADDQ    TRICK, STATE, PAID, STATE

// B leads, and both play number cards up to the first court card, B's or A's. If A has not
// paid, his own court card is next at once.
#define LEAD \
	VPLZCNTQ MASKB, ZEROSB \
	VPADDQ   SIZEB, ZEROSB, DOWNB \
	VPCMPQ   ATLEAST, DOWNB, DOWNA, STAYS \
	KNOTB    STAYS, LEAVES \
	VPMINSD  DOWNB, DOWNA, X \
	VPSUBQ   X, SIZEA, SIZEA \
	VPSUBQ   X, SIZEB, SIZEB

// The player of that card is B from here on. If that is B again, A has played a card less.
#define TURN(g) \
	VPXORQ    TOP, STATE, LEAVES, STATE \
	VMOVDQU64 STATE, (g+group_state)(TABLE) \
	VPBLENDMQ SIZEB, SIZEA, STAYS, X \
	VMOVDQU64 X, (g+group_sizeB)(TABLE) \
	VPADDQ    ONE, SIZEA, STAYS, SIZEB \
	VMOVDQU64 SIZEB, (g+group_sizeA)(TABLE) \
	VPBLENDMQ MASKB, MASKA, STAYS, MASK \
	VMOVDQA64 MASKA, STAYS, MASKB \
	VMOVDQU64 MASKB, (g+group_maskA)(TABLE) \
	VMOVDQU64 (g+group_debtsA)(TABLE), DEBTSA \
	VPBLENDMQ DEBTSB, DEBTSA, STAYS, COURTS \
	VMOVDQA64 DEBTSA, STAYS, DEBTSB \
	VMOVDQU64 DEBTSB, (g+group_debtsA)(TABLE) \
	VMOVDQU64 COURTS, (g+group_debtsB)(TABLE)

// The court card leaves the hand. Its debt is above those of the cards below it.
#define LEAVE(g) \
	VMOVDQA64 ZEROSB, STAYS, ZEROSA \
	VPSRLVQ   ZEROSA, TOP, X \
	VPXORQ    MASK, X, X \
	VMOVDQU64 X, (g+group_maskB)(TABLE) \
	VPOPCNTQ  X, X \
	VPADDQ    X, X, X \
	VPSRLVQ   X, COURTS, DEBT \
	VPANDQ    THREE, DEBT, DEBT \
	VPADDQ    ONE, DEBT, X \
	VMOVDQU64 X, (g+group_debt)(TABLE)

// It lies on the pile, or begins one.
#define LIE(g) \
	VMOVDQA64 ONE, X \
	VPORQ     ONE, PILE, UNPAID, X \
	VMOVDQU64 X, (g+group_pile)(TABLE) \
	VPSLLQ.Z  $2, DEBTS, UNPAID, X \
	VPORQ     DEBT, X, X \
	VMOVDQU64 X, (g+group_pileDebts)(TABLE) \
	VMOVDQA64 TWO, X \
	VPADDQ    TWO, BITS, UNPAID, X \
	VMOVDQU64 X, (g+group_pileBits)(TABLE)

// A player who has no court card to play here has lost.
#define END(live, end, rest) \
	VPTESTNMQ MASK, MASK, live, OVER \
	KXORB     OVER, live, live \
	VMOVDQA64 STATE, OVER, end \
	VMOVDQA64 SIZEB, OVER, rest

#define STEP(g, live, end, rest) \
	PAY(g) \
	TAKE(g) \
	LEAD \
	TURN(g) \
	LEAVE(g) \
	LIE(g) \
	END(live, end, rest)

// Which games are live, and how those ended that are not, stays in registers from step to step.
#define LOAD(g, live) \
	VMOVDQU64 (g+group_live)(TABLE), X \
	VPTESTMQ  X, X, live

#define STORE(n, g, live, end, rest) \
	VPMOVM2Q  live, X \
	VMOVDQU64 X, (g+group_live)(TABLE) \
	VMOVDQU64 end, (g+group_end)(TABLE) \
	VMOVDQU64 rest, (g+group_rest)(TABLE) \
	KMOVB     live, (table_running+8*n)(TABLE)

// func avx512(t *table, n int64)
TEXT ·avx512(SB), NOSPLIT, $0-16
	MOVQ      t+0(FP), TABLE
	MOVQ      n+8(FP), LEFT
	VMOVDQU64 table_one(TABLE), ONE
	VMOVDQU64 table_two(TABLE), TWO
	VMOVDQU64 table_three(TABLE), THREE
	VMOVDQU64 table_top(TABLE), TOP
	VMOVDQU64 table_trick(TABLE), TRICK
	VMOVDQU64 table_sizes(TABLE), SIZES
	LOAD(0, K1)
	LOAD(group__size, K2)
	LOAD(2*group__size, K3)

step:
	STEP(0, K1, Z6, Z7)
	STEP(group__size, K2, Z8, Z9)
	STEP(2*group__size, K3, Z10, Z11)
	DECQ LEFT
	JNZ  step
	STORE(0, 0, K1, Z6, Z7)
	STORE(1, group__size, K2, Z8, Z9)
	STORE(2, 2*group__size, K3, Z10, Z11)
	VZEROUPPER
	RET
