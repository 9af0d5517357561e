//go:build !race

package settle_test

const raced = false
