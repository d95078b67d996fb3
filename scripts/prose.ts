/** First words that hide the subject of a comment: it begins with a noun or a verb instead. */
const HIDING_FIRST = /(?<=^\s*)(?:What|Of|Where|Who|So|It|That|Those|These|They|Such|Which)\b/;

/** Text in front of a sentence that is not the first of its comment. */
const BEFORE_SENTENCE = [
  /[.!?]["')\]]*\s+["'([]*/, // end of the sentence before
  /\n\s*\n\s*/, // empty line
  /\n\s*(?:[-*]|\d+[.)])\s+/, // mark of a list's item
  /(?:^|\n)\s*@(?:param\s+\S+|\w+)\s+/, // tag
];
const ABBREVIATION = /\b(?:e\.g|i\.e|cf|vs)\.\s+["'([]*/;

/** First words of later sentences. Pronouns are left alone, as the sentence before can name their noun. */
const HIDING_LATER = new RegExp(
  `(?<=${BEFORE_SENTENCE.map(({ source }) => source).join('|')})(?<!${ABBREVIATION.source})(?:What|Of|Where|Who|So)\\b`,
  'g',
);

const COLUMNS = 120;

/**
 * Lines of a TypeScript file, from 1, with sentences of comments that begin with such a word. A run of `//` lines is
 * one comment; comments behind code are not read.
 */
export function hidingComments(source: string): number[] {
  return commentsOf(source).flatMap(({ line, text }) => {
    // Words of code begin no sentence.
    const prose = text.replaceAll(/`[^`]*`/g, (code) => code.replaceAll(/\S/g, '_'));
    const starts = [
      prose.search(HIDING_FIRST),
      ...[...prose.matchAll(HIDING_LATER)].map(({ index }) => index),
    ];
    const lines = starts
      .filter((start) => start >= 0)
      .map((start) => line + newlinesIn(prose.slice(0, start)));
    return [...new Set(lines)];
  });
}

/** Comments on lines of their own, without their marks, and the lines that they begin in, from 1. */
function commentsOf(source: string): { readonly line: number; readonly text: string }[] {
  const comments = source.matchAll(/^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm);
  return [...comments].map(({ 0: comment, index }) => ({
    line: 1 + newlinesIn(source.slice(0, index)),
    text: comment.replaceAll(/^[ \t]*(?:\/\*+|\*\/|\*|\/\/)|\*\/$/gm, ''),
  }));
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}

/**
 * Lines of comments of a TypeScript file that are wider than 120 columns, from 1. The formatter keeps code narrower,
 * but for texts that cannot be broken.
 */
export function longComments(source: string): number[] {
  return numbersOf(source.split('\n'), (line) => isLong(line) && /^\s*(?:\*|\/[/*])/.test(line));
}

/**
 * Lines of a Markdown page's prose that are wider than 120 columns, from 1: code, rows of tables and pictures are not
 * prose. A page that a test makes has none: its paragraphs are sentences of the sources.
 */
export function longProse(page: string): number[] {
  if (page.includes('<!-- Made from ')) return [];
  // The lines of code stay as empty ones, so that those behind them keep their numbers.
  const prose = page.replaceAll(/^ *```.*?^ *```$/gms, (code) => code.replaceAll(/[^\n]/g, ''));
  return numbersOf(prose.split('\n'), (line) => isLong(line) && !/^(?:\||!\[|<!--)/.test(line));
}

function numbersOf(lines: readonly string[], isFault: (line: string, index: number) => boolean): number[] {
  return lines.flatMap((line, index) => (isFault(line, index) ? [index + 1] : []));
}

function isLong(line: string): boolean {
  return [...line].length > COLUMNS;
}
