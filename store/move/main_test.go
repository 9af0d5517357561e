package move_test

import (
	"os"
	"testing"

	"nonna/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m.Run)) }
