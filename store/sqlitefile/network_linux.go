package sqlitefile

import (
	"path/filepath"

	"golang.org/x/sys/unix"
)

// NetworkFS returns the name of the file system that the folder of the file at path is on if it is
// of a network, or may be, as one in user space. Else it returns "".
func NetworkFS(path string) (string, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	var disk unix.Statfs_t
	err := unix.Statfs(filepath.Dir(path), &disk)
	return map[uint32]string{
		unix.NFS_SUPER_MAGIC: "NFS", unix.SMB_SUPER_MAGIC: "SMB", unix.SMB2_SUPER_MAGIC: "SMB", unix.CIFS_SUPER_MAGIC: "SMB",
		unix.AFS_SUPER_MAGIC: "AFS", unix.AFS_FS_MAGIC: "AFS", unix.CEPH_SUPER_MAGIC: "Ceph", unix.CODA_SUPER_MAGIC: "Coda",
		unix.OCFS2_SUPER_MAGIC: "OCFS2", unix.V9FS_MAGIC: "9P", unix.FUSE_SUPER_MAGIC: "FUSE",
		0x786f4256: "vboxsf",
	}[uint32(disk.Type)], err //nolint:gosec // some processors have it signed
}
