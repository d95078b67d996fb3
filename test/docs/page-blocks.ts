/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The offset of its text in the page. */
  readonly at: number;
  /** From 1, of the fence. */
  readonly line: number;
  /** The reason in the comment before it, `<!-- not run: … -->`; null without one. */
  readonly notRun: string | null;
  /** Whether there is nothing but space between it and the block before it. */
  readonly follows: boolean;
}

/** Commands that a reader is to run, with their output, if the page shows it. */
export interface Step {
  readonly block: Block;
  readonly output: Block | null;
}

const RUN: ReadonlySet<string> = new Set(['sh', 'js', 'python']);

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): readonly Block[] {
  let end = -1;
  return [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map((match): Block => {
    const [fence, language = '', text = ''] = match;
    const before = page.slice(Math.max(0, end), match.index);
    const follows = end >= 0 && before.trim() === '';
    end = match.index + fence.length;
    return {
      language,
      text,
      at: match.index + '```'.length + language.length + 1,
      line: page.slice(0, match.index).split('\n').length,
      notRun: /<!-- not run: (.+?) -->\s*$/.exec(before)?.[1] ?? null,
      follows,
    };
  });
}

/** The blocks that are run, each with the block right behind it that is no code: what it prints. */
export function stepsOf(blocks: readonly Block[]): readonly Step[] {
  return blocks.flatMap((block, index) => {
    if (!RUN.has(block.language) || block.notRun !== null) return [];
    const next = blocks[index + 1];
    const output = next?.follows === true && !RUN.has(next.language) && next.notRun === null ? next : null;
    return [{ block, output }];
  });
}

/** Parts of compared output that differ from run to run: ids, keys, instants, and measurements. */
const VARYING: readonly (readonly [pattern: RegExp, mask: string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, 'ID'],
  [/svc_[0-9a-f]{48}/g, 'KEY'],
  [/("last4": ?)"[0-9a-f]{4}"/g, '$1LAST4'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?Z?)?/g, 'INSTANT'],
  [/\d{4}-\d\d-\d\d/g, 'DAY'],
  [/dur=[\d.]+/g, 'dur=MS'],
  [/(x-request-id: )\S+/gi, '$1REQUEST'],
  [/;t=\d+/g, ';t=SECONDS'],
  [/(retry-after: )\d+/gi, '$1SECONDS'],
  // The end of the last line of a batch.
  [/, \d+\.\d s(?=$| \()/gm, ', SECONDS'],
  [/\(\d+\.\d s with the runs before\)$/gm, '(SECONDS with the runs before)'],
];

/** Whether this is what the page says, but for what varies. A line `…` stands for any lines. */
export function printsAs({ language, text }: Block, printed: string): boolean {
  const expected = comparable(language, text);
  const actual = comparable(language, printed);
  const pattern = expected
    .split(/^…$/m)
    .map((part) => part.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join('[^]*');
  return new RegExp(`^${pattern}$`).test(actual);
}

function comparable(language: string, text: string): string {
  const plain = text.replaceAll('\r', '').trim();
  const same = language === 'json' && !/^…$/m.test(plain) ? inOrder(plain) : plain;
  return VARYING.reduce((masked, [pattern, mask]) => masked.replaceAll(pattern, mask), same);
}

function inOrder(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

const EXAMPLE_KEY = `svc_${'0123456789abcdef'.repeat(3)}`;

/** Output, as a page shows it. */
export function shown(language: string, printed: string): string {
  const plain = printed.replaceAll('\r', '').trimEnd();
  return `${language === 'json' ? inOrder(plain) : plain}\n`.replaceAll(/svc_[0-9a-f]{48}/g, EXAMPLE_KEY);
}
