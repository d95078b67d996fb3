import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HEADS_DPI } from '../units.ts';
import {
  PROFILE_FONTS,
  PROFILE_LIMITS,
  type PrinterProfile,
  type SampledAdvances,
  type SampledGlyph,
  type SampledRule,
  type SampledSize,
} from './profile.ts';
import { Member, ProfileError } from './profile-member.ts';
import { RULE_NAMES, type RuleName } from './profile-rules.ts';

/** The format of the folder. A profile of another version is refused. */
const VERSION = 1;

const INDEX = 'profile.json';
const STRIKES = 'strikes';
/** Names of the files of sizes, which are never read from JSON. */
const STRIKE_FILE = new RegExp(String.raw`^[${PROFILE_FONTS}]-\d{1,5}x\d{1,5}-[NRIB]\.json$`);

const FONTS = Array.from(PROFILE_FONTS);
const ORIENTATIONS = ['N', 'R', 'I', 'B'] as const;
const { sizes: SIZES_MAX, glyphs: GLYPHS_MAX, glyphDots: GLYPH_MAX, dots: DOTS_MAX } = PROFILE_LIMITS;

type SizeName = Pick<SampledSize, 'font' | 'height' | 'width' | 'orientation'>;

function strikeFile({ font, height, width, orientation }: SizeName): string {
  return `${font}-${height}x${width}-${orientation}.json`;
}

/**
 * Reads a folder that {@link writeProfile} wrote. Every number is checked, and the names of files are built here, not
 * read.
 *
 * @throws ProfileError for a folder that is no profile, or whose files are damaged, too large or of another version.
 */
export function readProfile(folder: string): PrinterProfile {
  const index = jsonIn(join(folder, INDEX), PROFILE_LIMITS.indexBytes);
  const version = index.of('version').number(0, Number.MAX_SAFE_INTEGER);
  if (version !== VERSION) {
    index
      .of('version')
      .refuse(`is ${version}, but this version of Platen reads ${VERSION}; sample the printer with it`);
  }
  const printer = index.of('printer');
  const names = new Set<string>();
  let bytes = 0;
  const sizes = index
    .of('sizes')
    .list(SIZES_MAX)
    .map((member) => {
      const size = sizeName(member);
      const name = strikeFile(size);
      if (names.has(name)) member.refuse('is in the list twice');
      names.add(name);
      const read = readSize(join(folder, STRIKES, name), size);
      for (const { bits } of read.glyphs.values()) bytes += bits.length;
      if (bytes > PROFILE_LIMITS.strikeBytes) {
        member.refuse(`brings the strikes to more than ${PROFILE_LIMITS.strikeBytes / 2 ** 20} MiB`);
      }
      return read;
    });
  return {
    printer: {
      name: printer.of('name').name(PROFILE_LIMITS.nameCharacters),
      model: printer.of('model').name(PROFILE_LIMITS.nameCharacters),
      firmware: printer.of('firmware').name(PROFILE_LIMITS.nameCharacters),
    },
    dpi: index.of('dpi').oneOf(HEADS_DPI),
    rules: rulesIn(index.of('rules')),
    sizes,
    advances: advancesIn(index.of('advances')),
  };
}

function sizeName(member: Member): SizeName {
  return {
    font: member.of('font').oneOf(FONTS),
    height: member.of('height').number(1, DOTS_MAX),
    width: member.of('width').number(1, DOTS_MAX),
    orientation: member.of('orientation').oneOf(ORIENTATIONS),
  };
}

function readSize(path: string, size: SizeName): SampledSize {
  const file = jsonIn(path, PROFILE_LIMITS.sizeBytes);
  const { font, height, width, orientation } = sizeName(file);
  if (strikeFile({ font, height, width, orientation }) !== basename(path)) {
    file.refuse(`has the font, size and orientation of ${strikeFile({ font, height, width, orientation })}`);
  }
  const glyphs = new Map<string, SampledGlyph>();
  for (const [character, glyph] of file.of('glyphs').characters(GLYPHS_MAX)) {
    glyphs.set(character, glyphIn(glyph));
  }
  return { ...size, baseline: file.of('baseline').number(-DOTS_MAX, DOTS_MAX), glyphs };
}

const NO_BITS = new Uint8Array(0);

function glyphIn(member: Member): SampledGlyph {
  const advance = member.of('advance').number(0, DOTS_MAX);
  if (!member.has('bits')) return { advance, left: 0, top: 0, width: 0, height: 0, bits: NO_BITS };
  const width = member.of('width').number(1, GLYPH_MAX);
  const height = member.of('height').number(1, GLYPH_MAX);
  const bytesPerRow = (width + 7) >> 3;
  const bits = member.of('bits').base64(bytesPerRow * height);
  const beyond = 0xff >> (((width - 1) & 7) + 1);
  for (let last = bytesPerRow - 1; last < bits.length; last += bytesPerRow) {
    if (((bits[last] as number) & beyond) !== 0) member.of('bits').refuse('has ink beyond the width');
  }
  return {
    advance,
    left: member.of('left').number(-DOTS_MAX, DOTS_MAX),
    top: member.of('top').number(-DOTS_MAX, DOTS_MAX),
    width,
    height,
    bits,
  };
}

function rulesIn(member: Member): PrinterProfile['rules'] {
  const rules: Partial<Record<RuleName, SampledRule>> = {};
  for (const [name, rule] of member.members()) {
    const evidence = rule.of('evidence');
    rules[member.nameAmong(name, RULE_NAMES)] = {
      on: rule.of('on').oneOf([true, false]),
      evidence: { with: evidence.of('with').part(), without: evidence.of('without').part() },
    };
  }
  return rules;
}

function advancesIn(member: Member): readonly SampledAdvances[] {
  const fonts = new Set<string>();
  return member.list(FONTS.length).map((one) => {
    const font = one.of('font').oneOf(FONTS);
    if (fonts.has(font)) one.refuse(`has the font ${font}, which is in the list twice`);
    fonts.add(font);
    const advances = new Map<string, number>();
    for (const [character, advance] of one.of('advances').characters(GLYPHS_MAX)) {
      advances.set(character, advance.number(0, DOTS_MAX));
    }
    return { font, width: one.of('width').number(1, DOTS_MAX), advances };
  });
}

/** The object in a file of JSON. */
function jsonIn(path: string, bytesMax: number): Member {
  const refuse = (fault: string): never => {
    throw new ProfileError(`the profile's file ${path} ${fault}`);
  };
  let text: string;
  try {
    const stats = statSync(path);
    // Reading a pipe would wait for a writer.
    if (!stats.isFile()) return refuse('is no file');
    if (stats.size > bytesMax) return refuse(`has more than ${bytesMax / 2 ** 20} MiB`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ProfileError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return refuse('is not there; `platen profile PRINTER LABEL -o DIR` makes a profile');
    }
    return refuse(`cannot be read: ${message}`);
  }
  try {
    return new Member(JSON.parse(text), path, '');
  } catch (error) {
    return refuse(`is damaged: ${(error as Error).message}`);
  }
}

/**
 * Writes a profile. Each file gets its name when it is whole and on the disk, the index last, so that a reader sees the
 * old profile or the new one; afterwards the files of sizes that it no longer has are removed.
 *
 * @param folder made if it is not there.
 * @param before the profile that the folder has; files of sizes that are the same objects there stay as they are.
 * @throws the file system's error.
 */
export function writeProfile(
  folder: string,
  profile: PrinterProfile,
  before: PrinterProfile | null = null,
): void {
  const strikes = join(folder, STRIKES);
  mkdirSync(strikes, { recursive: true });
  const written = new Set(before?.sizes);
  for (const size of profile.sizes.filter((each) => !written.has(each)))
    writeFile(join(strikes, strikeFile(size)), sizeText(size));
  writeFile(join(folder, INDEX), indexText(profile));
  const kept = new Set(profile.sizes.map(strikeFile));
  for (const name of readdirSync(strikes)) {
    if (STRIKE_FILE.test(name) && !kept.has(name)) rmSync(join(strikes, name), { force: true });
  }
}

function writeFile(path: string, text: string): void {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    const file = openSync(draft, 'wx');
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } finally {
    // A renamed draft is no longer there.
    rmSync(draft, { force: true });
  }
}

function indexText({ printer, dpi, rules, sizes, advances }: PrinterProfile): string {
  const index = {
    version: VERSION,
    printer,
    dpi,
    rules,
    sizes: sizes.map(({ font, height, width, orientation }) => ({ font, height, width, orientation })),
    advances: advances.map((one) => ({ ...one, advances: Object.fromEntries(one.advances) })),
  };
  return `${JSON.stringify(index, null, 2)}\n`;
}

/** A line for each character. */
function sizeText({ font, height, width, orientation, baseline, glyphs }: SampledSize): string {
  const head = JSON.stringify({ font, height, width, orientation, baseline }).slice(0, -1);
  const lines = Array.from(glyphs, ([character, glyph]) => {
    const { advance, left, top, bits } = glyph;
    const ink = { advance, left, top, width: glyph.width, height: glyph.height, bits: base64(bits) };
    return `${JSON.stringify(character)}:${JSON.stringify(bits.length === 0 ? { advance } : ink)}`;
  });
  return `${head},"glyphs":{\n${lines.join(',\n')}\n}}\n`;
}

function base64(bits: Uint8Array): string {
  return Buffer.from(bits.buffer, bits.byteOffset, bits.byteLength).toString('base64');
}
