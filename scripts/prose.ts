/** First words that hide the subject of a comment: it begins with a noun or a verb instead. */
const HIDING = /^(?:What|Of|Where|Who|So|It|That|Those|These|They|Such|Which)\b/;

const COLUMNS = 120;

/**
 * Comments of a TypeScript file that begin with such a word, by their lines, from 1; a run of `//` lines is one
 * comment.
 */
export function hidingComments(source: string): number[] {
  const lines = source.split('\n').map((line) => line.trim());
  return numbersOf(lines, (line, index) => {
    const before = lines[index - 1] ?? '';
    if (line.startsWith('//')) return !before.startsWith('//') && HIDING.test(line.slice(2).trim());
    if (line.startsWith('/**')) return HIDING.test(line.slice(3).trim());
    return before === '/**' && HIDING.test(line.replace(/^\*/, '').trim());
  });
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
