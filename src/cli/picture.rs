//! Writing pictures, shared by the subcommands that can draw.

use super::each::{Fault, each_record};
use super::exit::{Exit, Failure};
use super::input::{Inputs, usage};
use super::output::{Notation, check_that_file_is_not_read};
use super::stream::Stream;
use clap::Args;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tsume::collection::FileNames;
use tsume::collection::output::{Sheet, picture};
use tsume::collection::{Record, Source};
use tsume::notation::picture::Picture;
use tsume::tsume::DefenderHand;
#[cfg(feature = "png")]
use {super::complain, std::io::IsTerminal, tsume::notation::picture::PixelWidth};

/// Where pictures are written, and how.
#[derive(Args)]
pub struct Pictures {
    /// Write to a file, or to a folder with one {id}.svg or {id}.png for each problem
    #[arg(long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// How to name the moves of a page's answers [default: japanese]
    #[arg(long, value_enum)]
    notation: Option<Notation>,
    /// The width of a PNG in pixels [default: 1000]
    #[cfg(feature = "png")]
    #[arg(long, value_name = "PIXELS", value_parser = pixel_width)]
    width: Option<PixelWidth>,
}

/// A kind of picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    /// A diagram of each problem, of any size.
    Svg,
    /// A diagram of each problem in pixels.
    #[cfg(feature = "png")]
    Png,
    /// One page with all diagrams.
    Html,
}

#[cfg(feature = "png")]
fn pixel_width(text: &str) -> Result<PixelWidth, String> {
    let width = text.parse().ok().and_then(PixelWidth::new);
    let range = PixelWidth::RANGE;
    width.ok_or_else(|| format!("expected {} to {} pixels", range.start(), range.end()))
}

impl Pictures {
    /// Something to write text to that is no picture, which is none of the `sources`.
    pub fn stream(&self, sources: &[Source]) -> Result<Stream, Failure> {
        self.check_options(None)?;
        check_that_file_is_not_read(self.output.as_deref(), sources)?;
        Ok(Stream::to(self.output.as_deref()))
    }

    /// Draws each record.
    pub fn draw(&self, inputs: &Inputs, format: PictureFormat) -> Result<Exit, Failure> {
        let found = inputs.sources();
        let mut album = self.album(format, &found.0)?;
        let exit = each_record(found, inputs.pick(), |record| {
            let picture = drawn(record, inputs.defender_hand())?;
            Ok(album.add(record, &picture)?)
        })?;
        album.finish()?;
        Ok(exit)
    }

    /// Something to write pictures of this kind to, which is none of the `sources`.
    fn album(&self, format: PictureFormat, sources: &[Source]) -> Result<Album, Failure> {
        self.check_options(Some(format))?;
        check_that_file_is_not_read(self.output.as_deref(), sources)?;
        match format {
            PictureFormat::Html => {
                let page = Stream::to(self.output.as_deref());
                let names = self.notation.unwrap_or_default().into();
                Ok(Album::Page(Sheet::new(page, names)))
            }
            PictureFormat::Svg => Ok(Album::Files(self.files(Drawing::Svg))),
            #[cfg(feature = "png")]
            PictureFormat::Png if self.output.is_none() && io::stdout().is_terminal() => {
                Err(usage("a PNG is not for a terminal, expected --output PATH"))
            }
            #[cfg(feature = "png")]
            PictureFormat::Png => {
                let width = self.width.unwrap_or_default();
                Ok(Album::Files(self.files(Drawing::Png(width))))
            }
        }
    }

    /// Refuses options that say nothing about what is written.
    fn check_options(&self, format: Option<PictureFormat>) -> Result<(), Failure> {
        if self.notation.is_some() && format != Some(PictureFormat::Html) {
            return Err(usage("--notation: expected --to html with it"));
        }
        #[cfg(feature = "png")]
        if self.width.is_some() && format != Some(PictureFormat::Png) {
            return Err(usage("--width: expected --to png with it"));
        }
        Ok(())
    }

    fn files(&self, drawing: Drawing) -> Files {
        let is_file = |path: &&PathBuf| {
            path.extension()
                .is_some_and(|ending| ending == drawing.ending())
        };
        Files {
            drawing,
            destination: match &self.output {
                Some(path) if path.is_dir() || !is_file(&path) => Destination::Folder {
                    folder: path.clone(),
                    names: FileNames::default(),
                },
                file => Destination::Single {
                    file: file.clone(),
                    picture: None,
                },
            },
        }
    }
}

/// The picture of a record.
pub fn drawn(record: &Record, hand: DefenderHand) -> Result<Picture, Fault> {
    picture(record, hand).map_err(|error| Fault::position(record, error))
}

/// Takes pictures and writes them where they belong.
enum Album {
    /// All on one page.
    Page(Sheet<Stream>),
    /// Each by itself.
    Files(Files),
}

/// Pictures in files of their own.
struct Files {
    drawing: Drawing,
    destination: Destination,
}

#[derive(Clone, Copy)]
enum Drawing {
    Svg,
    #[cfg(feature = "png")]
    Png(PixelWidth),
}

enum Destination {
    /// One file, or standard output. The picture waits until it is known to be the only one.
    Single {
        file: Option<PathBuf>,
        picture: Option<Vec<u8>>,
    },
    /// A file for each, and how often each name has been wanted.
    Folder { folder: PathBuf, names: FileNames },
}

impl Album {
    /// Adds the picture of a record.
    fn add(&mut self, record: &Record, picture: &Picture) -> Result<(), Failure> {
        match self {
            Album::Page(sheet) => Ok(sheet.problem(record, picture)?),
            Album::Files(files) => files.add(record, picture),
        }
    }

    /// Writes what is left to write.
    fn finish(self) -> Result<(), Failure> {
        match self {
            Album::Page(mut sheet) => Ok(sheet.finish()?),
            Album::Files(Files {
                destination:
                    Destination::Single {
                        file,
                        picture: Some(picture),
                    },
                ..
            }) => match file {
                None => super::print(&picture),
                Some(path) => fs::write(&path, picture).map_err(named(&path)),
            },
            Album::Files(_) => Ok(()),
        }
    }
}

impl Files {
    fn add(&mut self, record: &Record, drawn: &Picture) -> Result<(), Failure> {
        let bytes = self.drawing.draw(record, drawn)?;
        match &mut self.destination {
            Destination::Single {
                picture: Some(_), ..
            } => Err(usage(format!(
                "{}: read a second problem, expected --output FOLDER for a picture of each",
                record.place
            ))),
            Destination::Single { picture, .. } => {
                *picture = Some(bytes);
                Ok(())
            }
            Destination::Folder { folder, names } => {
                fs::create_dir_all(&*folder).map_err(named(folder))?;
                let name = names.give(&record.id);
                let path = folder.join(format!("{name}.{}", self.drawing.ending()));
                fs::write(&path, bytes).map_err(named(&path))
            }
        }
    }
}

impl Drawing {
    fn ending(self) -> &'static str {
        match self {
            Drawing::Svg => "svg",
            #[cfg(feature = "png")]
            Drawing::Png(_) => "png",
        }
    }

    #[cfg_attr(not(feature = "png"), expect(unused_variables))]
    fn draw(self, record: &Record, picture: &Picture) -> Result<Vec<u8>, Failure> {
        match self {
            Drawing::Svg => Ok(picture.svg().into_bytes()),
            #[cfg(feature = "png")]
            Drawing::Png(width) => {
                let unknown: String = picture.caption.without_outline().iter().take(10).collect();
                if !unknown.is_empty() {
                    complain(&format_args!(
                        "{}: {}: no font here has {unknown}, drawn as 〓",
                        record.place, record.id
                    ));
                }
                Ok(picture.png(width)?)
            }
        }
    }
}

fn named(path: &Path) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::File {
        path: path.display().to_string(),
        error,
    }
}
