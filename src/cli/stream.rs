//! A text that goes to standard output or to a file.

use super::output::NamedFile;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Standard output, or a file, which is not made before there is something to write.
pub struct Stream {
    path: Option<PathBuf>,
    out: Option<BufWriter<Box<dyn Write>>>,
}

impl Stream {
    /// Writes to this file, or to standard output.
    pub fn to(path: Option<&Path>) -> Stream {
        Stream {
            path: path.map(Path::to_path_buf),
            out: None,
        }
    }

    /// Writes a part that nobody is to wait for until the next one comes.
    pub fn print(&mut self, text: &[u8]) -> io::Result<()> {
        self.write_all(text)?;
        self.flush()
    }
}

impl Write for Stream {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        if self.out.is_none() {
            let out: Box<dyn Write> = match &self.path {
                None => Box::new(io::stdout()),
                Some(path) => Box::new(NamedFile::create(path)?),
            };
            self.out = Some(BufWriter::new(out));
        }
        let out = self.out.as_mut().expect("it has just been opened");
        out.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}
