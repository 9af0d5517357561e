package lease

// Key is key.
var Key = key
