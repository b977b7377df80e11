#!/usr/bin/env python3
"""Makes the tables of outlines in this folder from the font Noto Serif CJK JP.

    apt-get download fonts-noto-cjk && dpkg-deb -x fonts-noto-cjk_*.deb noto
    pip install fonttools
    python3 extract.py noto/usr/share/fonts/opentype/noto

It is run by hand, and only to add characters: the tables are kept with the program, so that building it needs
neither the font nor Python. The two weights are those of Japanese books: bold for the pieces, regular for the
rest.
"""

import glob
import json
import os
import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

HERE = os.path.dirname(os.path.abspath(__file__))
PROBLEMS = os.path.join(HERE, "../../../../problems/*.jsonl")

PIECES = "玉飛角金銀桂香歩龍馬全圭杏と"
DIAGRAM = "１２３４５６７８９一二三四五六七八九十攻方玉方先手後手持駒残り全部なし手番詰"
ASCII = "".join(map(chr, range(0x21, 0x7F)))
KANA = "".join(map(chr, [*range(0x3041, 0x3095), *range(0x30A1, 0x30F7)]))
PUNCTUATION = "\u3000０、。・ー「」『』（）～〓…第番題作局集"

# Of the fonts in each file, the Japanese one.
JAPANESE = 0
EM = 1000
# The middle of the ideographic em box above the baseline.
MIDDLE = 380


def words_of_problems():
    for path in sorted(glob.glob(PROBLEMS)):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                problem = json.loads(line)
                yield problem.get("title") or ""
                yield problem.get("author") or ""


class RelativePen(BasePen):
    """Writes a path with relative commands, its origin in the middle of the character, y downwards."""

    def __init__(self, glyphs, advance):
        super().__init__(glyphs)
        self.offset = round(advance / 2)
        self.at = (0, 0)
        self.path = []

    def place(self, point):
        return (round(point[0]) - self.offset, MIDDLE - round(point[1]))

    def command(self, letter, *points):
        placed = [self.place(point) for point in points]
        start = self.at
        numbers = [axis - origin for point in placed for axis, origin in zip(point, start)]
        self.at = placed[-1]
        text = letter
        for number in numbers:
            text += f"{number}" if text == letter or number < 0 else f" {number}"
        self.path.append(text)

    def _moveTo(self, point):
        x, y = self.at = self.place(point)
        self.path.append(f"M{x}{y}" if y < 0 else f"M{x} {y}")

    def _lineTo(self, point):
        (x, y), (x0, y0) = self.place(point), self.at
        if y == y0:
            self.path.append(f"h{x - x0}")
        elif x == x0:
            self.path.append(f"v{y - y0}")
        else:
            self.command("l", point)
            return
        self.at = (x, y)

    def _curveToOne(self, first, second, end):
        self.command("c", first, second, end)

    def _closePath(self):
        self.path.append("z")


def write_table(font_path, name, characters):
    font = TTFont(font_path, fontNumber=JAPANESE)
    assert font["head"].unitsPerEm == EM
    full_name = font["name"].getDebugName(4)
    version = font["name"].getDebugName(5).split(";")[0]
    glyphs, of_character = font.getGlyphSet(), font.getBestCmap()
    with open(os.path.join(HERE, name), "w", encoding="utf-8") as table:
        table.write(f"# Outlines of {full_name}, {version}, made by extract.py; licence: OFL.txt.\n")
        table.write("# Each line: a character, its advance in thousandths of an em, its path about its middle.\n")
        for character in sorted(set(characters)):
            glyph = glyphs[of_character[ord(character)]]
            pen = RelativePen(glyphs, glyph.width)
            glyph.draw(pen)
            table.write(f"{character}\t{round(glyph.width)}\t{''.join(pen.path)}\n")


def main():
    fonts = sys.argv[1]
    lettering = DIAGRAM + ASCII + " " + KANA + PUNCTUATION + PIECES + "".join(words_of_problems())
    write_table(os.path.join(fonts, "NotoSerifCJK-Bold.ttc"), "bold.tsv", PIECES)
    write_table(os.path.join(fonts, "NotoSerifCJK-Regular.ttc"), "regular.tsv", lettering)


main()
