//! The host's files, read-only: the one place of this module that touches them.
//!
//! Why it is safe: nothing here opens for writing, and only regular files are opened, without
//! following links and without blocking, so that no fifo can hang us. No handle is kept, so
//! thousands of snapshots cost no descriptors.
//!
//! Small files are read once and shared by all snapshots; so all paths see the same bytes even if
//! someone edits the file during the run. What the host does not let us read stays unreadable, even
//! after the program's `chmod`. Larger ones are read at each access. `/proc`, `/sys` and
//! `/dev` are not the host's: they would differ from run to run.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{FileExt, FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::abi::{O_NOFOLLOW, O_NONBLOCK, S_IFBLK, S_IFCHR, S_IFDIR, S_IFIFO, S_IFLNK, S_IFREG, S_IFSOCK};
use super::errno::Errno;

/// Files up to this size are kept in memory.
const SMALL: u64 = 1 << 20;
/// All kept files together.
const KEPT: u64 = 64 << 20;

/// The shared cache of small host files. Invariant: an entry never changes once it is there.
#[derive(Default)]
pub(super) struct HostFiles {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    files: BTreeMap<PathBuf, Arc<[u8]>>,
    bytes: u64,
}

impl HostFiles {
    /// Reads at most `buf.len()` bytes at `pos`; what lies behind the file's end is zero, since
    /// the size that the program knows is the one at look-up.
    pub(super) fn read_at(&self, path: &Path, pos: u64, buf: &mut [u8]) -> Result<(), Errno> {
        if let Some(data) = self.small(path)? {
            let start = data.len().min(pos as usize);
            let len = buf.len().min(data.len() - start);
            buf[..len].copy_from_slice(&data[start..start + len]);
            buf[len..].fill(0);
            return Ok(());
        }
        read_fully(&open(path)?, pos, buf)
    }

    fn small(&self, path: &Path) -> Result<Option<Arc<[u8]>>, Errno> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(data) = kept.files.get(path) {
            return Ok(Some(data.clone()));
        }
        let file = open(path)?;
        let len = file.metadata()?.len();
        if len > SMALL || kept.bytes + len > KEPT {
            return Ok(None);
        }
        let mut data = vec![0; len as usize];
        read_fully(&file, 0, &mut data)?;
        let data: Arc<[u8]> = data.into();
        kept.bytes += len;
        kept.files.insert(path.to_owned(), data.clone());
        Ok(Some(data))
    }
}

/// Whether the file can be opened for reading: the host's own answer.
pub(super) fn check_readable(path: &Path) -> Result<(), Errno> {
    open(path).map(|_| ())
}

fn open(path: &Path) -> Result<File, Errno> {
    let flags = (O_NOFOLLOW | O_NONBLOCK) as i32;
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(Errno::EACCES) }
}

fn read_fully(file: &File, mut pos: u64, mut buf: &mut [u8]) -> Result<(), Errno> {
    while !buf.is_empty() {
        match file.read_at(buf, pos)? {
            0 => break,
            n => {
                buf = &mut buf[n..];
                pos += n as u64;
            }
        }
    }
    buf.fill(0);
    Ok(())
}

/// The file at this path, not following a link; `None` if there is none.
pub(super) fn lstat(path: &Path) -> Result<Option<Metadata>, Errno> {
    match fs::symlink_metadata(path) {
        Ok(meta) => Ok(Some(meta)),
        Err(error) => match Errno::from(error) {
            Errno::ENOENT | Errno::ENOTDIR => Ok(None),
            errno => Err(errno),
        },
    }
}

pub(super) fn read_link(path: &Path) -> Result<Vec<u8>, Errno> {
    Ok(fs::read_link(path)?.into_os_string().into_vec())
}

/// The names in a folder and their `S_IFMT` types, in no particular order.
pub(super) fn list(path: &Path) -> Result<Vec<(Vec<u8>, u32)>, Errno> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        names.push((entry.file_name().into_vec(), file_type(entry.file_type()?)));
    }
    Ok(names)
}

/// The `S_IFMT` type.
fn file_type(kind: fs::FileType) -> u32 {
    let types = [
        (kind.is_file(), S_IFREG),
        (kind.is_dir(), S_IFDIR),
        (kind.is_symlink(), S_IFLNK),
        (kind.is_fifo(), S_IFIFO),
        (kind.is_socket(), S_IFSOCK),
        (kind.is_char_device(), S_IFCHR),
        (kind.is_block_device(), S_IFBLK),
    ];
    types.iter().find(|(is, _)| *is).map_or(0, |(_, kind)| *kind)
}

pub(super) fn child(folder: &Path, name: &[u8]) -> PathBuf {
    folder.join(OsStr::from_bytes(name))
}
