// A step as in avx512_amd64.s, for two vectors of four games each. Three things differ. AVX2 has
// no leading zeros: the mask becomes a floating-point number, whose exponent says its highest
// bit, and half is added, so that the exponent of a hand without court cards is that of a card
// below the bottom. AVX2 counts no bits: the number of a hand's court cards is kept beside.
// And masks are vectors.

#include "go_asm.h"
#include "textflag.h"

#define TABLE AX
#define LEFT CX

// What a step knows of A and of B: the mask of the hand, the exponent of its first court card,
// size, how many cards lie down to that one, debts, and their bits. A register has more than
// one name, if what the one means is not needed after the other is set.
#define SIZES Y0
#define MASKA Y1
#define EXPONENTA Y2
#define SIZEA Y3
#define DOWNA Y4
#define MASKB Y5
#define EXPONENTB Y6
#define SIZEB Y7
#define DOWNB Y8
#define DEBTSB Y9
#define BITSB Y10

// The pile, the state, and the court card that comes next.
#define PAID Y6
#define PILE Y8
#define STATE Y11
#define DEBTS Y12
#define BITS Y13
#define LEAVES Y13
#define MASK Y8
#define OVER Y13
#define X Y14
#define COURTS Y15
#define PLACE Y9

#define EXPONENT(mask, exponent) \
	VPOR   table_large(TABLE), mask, exponent \
	VSUBPD table_largeLessHalf(TABLE), exponent, exponent \
	VPSRLQ $52, exponent, exponent

// A pays his debt, or up to his first court card, if that is not farther.
#define PAY(g) \
	VMOVDQU  (g+group_maskA)(TABLE), MASKA \
	EXPONENT(MASKA, EXPONENTA) \
	VMOVDQU  (g+group_sizeA)(TABLE), SIZEA \
	VMOVDQU  (g+group_debt)(TABLE), X \
	VPSUBQ   EXPONENTA, SIZEA, DOWNA \
	VPCMPGTQ X, DOWNA, PAID \
	VPMINSD  X, DOWNA, X \
	VPSUBQ   X, DOWNA, DOWNA \
	VPSUBQ   X, SIZEA, SIZEA \
	VMOVDQU  (g+group_pile)(TABLE), PILE \
	VPSLLVQ  X, PILE, PILE

// If he has paid, B takes the pile.
#define TAKE(g) \
	VMOVDQU (g+group_sizeB)(TABLE), SIZEB \
	VPSUBQ  SIZEA, SIZES, X \
	VPSUBQ  SIZEB, X, X \
	VPADDQ  table_trick(TABLE), X, STATE \
	VPAND   PAID, STATE, STATE \
	VPADDQ  (g+group_state)(TABLE), STATE, STATE \
	VPAND   PAID, X, X \
	VPADDQ  X, SIZEB, SIZEB \
	VMOVDQU (g+group_maskB)(TABLE), MASKB \
	VPSLLVQ X, MASKB, MASKB \
	VPAND   PAID, PILE, X \
	VPOR    X, MASKB, MASKB \
	VMOVDQU (g+group_pileDebts)(TABLE), DEBTS \
	VMOVDQU (g+group_pileBits)(TABLE), BITS \
	VPAND   PAID, BITS, X \
	VMOVDQU (g+group_debtsB)(TABLE), DEBTSB \
	VPSLLVQ X, DEBTSB, DEBTSB \
	VPADDQ  (g+group_bitsB)(TABLE), X, BITSB \
	VPAND   PAID, DEBTS, X \
	VPOR    X, DEBTSB, DEBTSB

// The court card that comes next lies on the pile, or begins one. Its debt is not known yet.
#define LIE(g) \
	VPANDN  PILE, PAID, PILE \
	VPOR    table_one(TABLE), PILE, PILE \
	VMOVDQU PILE, (g+group_pile)(TABLE) \
	VPANDN  BITS, PAID, BITS \
	VPADDQ  table_two(TABLE), BITS, BITS \
	VMOVDQU BITS, (g+group_pileBits)(TABLE) \
	VPANDN  DEBTS, PAID, DEBTS \
	VPSLLQ  $2, DEBTS, DEBTS

// B leads, and both play number cards up to the first court card, B's or A's. If A has not
// paid, his own court card is next at once.
#define LEAD \
	EXPONENT(MASKB, EXPONENTB) \
	VPSUBQ   EXPONENTB, SIZEB, DOWNB \
	VPCMPGTQ DOWNA, DOWNB, LEAVES \
	VPMINSD  DOWNA, DOWNB, X \
	VPSUBQ   X, SIZEA, SIZEA \
	VPSUBQ   X, SIZEB, SIZEB

// The player of that card is B from here on. If that is B again, A has played a card less.
#define TURN(g) \
	VPAND     table_top(TABLE), LEAVES, X \
	VPXOR     X, STATE, STATE \
	VMOVDQU   STATE, (g+group_state)(TABLE) \
	VPBLENDVB LEAVES, SIZEA, SIZEB, X \
	VMOVDQU   X, (g+group_sizeB)(TABLE) \
	VPADDQ    table_one(TABLE), SIZEA, SIZEA \
	VPBLENDVB LEAVES, SIZEB, SIZEA, SIZEA \
	VMOVDQU   SIZEA, (g+group_sizeA)(TABLE) \
	VPBLENDVB LEAVES, MASKA, MASKB, MASK \
	VPBLENDVB LEAVES, MASKB, MASKA, MASKA \
	VMOVDQU   MASKA, (g+group_maskA)(TABLE) \
	VPBLENDVB LEAVES, EXPONENTA, EXPONENTB, EXPONENTB \
	VMOVDQU   (g+group_debtsA)(TABLE), X \
	VPBLENDVB LEAVES, X, DEBTSB, COURTS \
	VMOVDQU   COURTS, (g+group_debtsB)(TABLE) \
	VPBLENDVB LEAVES, DEBTSB, X, X \
	VMOVDQU   X, (g+group_debtsA)(TABLE) \
	VMOVDQU   (g+group_bitsA)(TABLE), X \
	VPBLENDVB LEAVES, X, BITSB, PLACE \
	VPSUBQ    table_two(TABLE), PLACE, PLACE \
	VMOVDQU   PLACE, (g+group_bitsB)(TABLE) \
	VPBLENDVB LEAVES, BITSB, X, X \
	VMOVDQU   X, (g+group_bitsA)(TABLE)

// The court card leaves the hand. Its debt is above those of the cards below it.
#define LEAVE(g) \
	VPSUBQ  table_exponentBias(TABLE), EXPONENTB, EXPONENTB \
	VMOVDQU table_one(TABLE), X \
	VPSLLVQ EXPONENTB, X, X \
	VPXOR   MASK, X, X \
	VMOVDQU X, (g+group_maskB)(TABLE) \
	VPSRLVQ PLACE, COURTS, COURTS \
	VPAND   table_three(TABLE), COURTS, COURTS \
	VPADDQ  table_one(TABLE), COURTS, X \
	VMOVDQU X, (g+group_debt)(TABLE) \
	VPOR    COURTS, DEBTS, DEBTS \
	VMOVDQU DEBTS, (g+group_pileDebts)(TABLE)

// A player who has no court card to play here has lost.
#define END(g) \
	VPXOR     X, X, X \
	VPCMPEQQ  X, MASK, OVER \
	VMOVDQU   (g+group_live)(TABLE), X \
	VPAND     X, OVER, OVER \
	VPXOR     OVER, X, X \
	VMOVDQU   X, (g+group_live)(TABLE) \
	VMOVDQU   (g+group_end)(TABLE), X \
	VPBLENDVB OVER, STATE, X, X \
	VMOVDQU   X, (g+group_end)(TABLE) \
	VMOVDQU   (g+group_rest)(TABLE), X \
	VPBLENDVB OVER, SIZEA, X, X \
	VMOVDQU   X, (g+group_rest)(TABLE)

#define HALF(g) \
	PAY(g) \
	TAKE(g) \
	LIE(g) \
	LEAD \
	TURN(g) \
	LEAVE(g) \
	END(g)

#define STEP(g) \
	HALF(g) \
	HALF(g+32)

#define RUNNING(n, g) \
	VMOVDQU   (g+group_live)(TABLE), X \
	VMOVMSKPD X, DX \
	VMOVDQU   (g+32+group_live)(TABLE), X \
	VMOVMSKPD X, BX \
	SHLQ      $4, BX \
	ORQ       BX, DX \
	MOVQ      DX, (table_running+8*n)(TABLE)

// func avx2(t *table, n int64)
TEXT ·avx2(SB), NOSPLIT, $0-16
	MOVQ    t+0(FP), TABLE
	MOVQ    n+8(FP), LEFT
	VMOVDQU table_sizes(TABLE), SIZES

step:
	STEP(0)
	STEP(group__size)
	STEP(2*group__size)
	DECQ LEFT
	JNZ  step
	RUNNING(0, 0)
	RUNNING(1, group__size)
	RUNNING(2, 2*group__size)
	VZEROUPPER
	RET
