/** As many transforms of as many steps as a label may have: the first ones, then the others over and over. */
export const fullProgram = (first: readonly object[], others: readonly object[]) =>
  Array.from({ length: 200 }, (_, i) => ({
    variable: `v${i}`,
    steps: Array.from({ length: 50 }, (_, at) => first[at] ?? others[(at - first.length) % others.length]),
  }));

export const text = (value: string) => ({ op: 'default', text: value });
/** Values of 16384 units. */
export const longValue = (unit: string) => [
  text(unit.repeat(4096 / unit.length)),
  { op: 'replace', find: unit, with: unit.repeat(4) },
];
const empty = { op: 'slice', end: 0 };

/** The programs of field transforms that take longest, one for each kind of step. */
export const HEAVY_TRANSFORMS: readonly (readonly [string, readonly object[]])[] = [
  ['trim', fullProgram([text(' ')], [{ op: 'pad_end', length: 4096 }, { op: 'trim' }, text(' ')])],
  ['lower and upper', fullProgram(longValue('Σ'), [{ op: 'lower' }, { op: 'upper' }])],
  ['upper that grows', fullProgram([], [text('ΐ'.repeat(4000)), { op: 'upper' }, empty])],
  ['slice', fullProgram(longValue('😀'), [{ op: 'slice' }])],
  ['pad', fullProgram([], [text('x'), { op: 'pad_end', length: 4096, with: '😀' }, empty])],
  [
    'prefix and suffix',
    fullProgram([], [text('x'.repeat(4096)), { op: 'prefix', text: 'x'.repeat(4096) }, empty]),
  ],
  ['replace', fullProgram(longValue('a'), [{ op: 'replace', find: 'a', with: 'a' }])],
  [
    'replace that grows',
    fullProgram([], [text('abcd'), { op: 'replace', find: 'b', with: 'b'.repeat(4096) }, empty]),
  ],
  ['digits', fullProgram(longValue('a1'), [{ op: 'digits' }, { op: 'replace', find: '1', with: 'a1' }])],
  ['number of many decimals', fullProgram([text(`${'7'.repeat(800)}.5`)], [{ op: 'number', decimals: 100 }])],
  [
    'number with an exponent',
    fullProgram([], [text(`${'7'.repeat(600)}e999`), { op: 'number', group: ',' }, empty]),
  ],
  ['short number', fullProgram([text('1.5')], [{ op: 'number', decimals: 2 }])],
  ['date', fullProgram([text('2026-03-04')], [{ op: 'date', from: 'YYYY-MM-DD', to: 'YYYY-MM-DD' }])],
  [
    'date of many fields',
    fullProgram([text('26'.repeat(2048))], [{ op: 'date', from: 'YY'.repeat(2048), to: 'YY'.repeat(2048) }]),
  ],
  [
    'date of many days',
    fullProgram(
      [text('2026-03-04')],
      [
        { op: 'date', from: 'YYYY-MM-DD', to: 'DDDD'.repeat(1024) },
        text('x'),
        { op: 'slice', end: 0 },
        text('2026-03-04'),
      ],
    ),
  ],
  ['date_add', fullProgram([text('2026-03-04')], [{ op: 'date_add', days: 1 }])],
  [
    'date_add of many fields',
    fullProgram(
      [text(`${'26'.repeat(2046)}0101`)],
      [{ op: 'date_add', days: 1, format: `${'YY'.repeat(2046)}MMDD` }],
    ),
  ],
  ['clock', fullProgram([], [{ op: 'clock', format: 'DDDD'.repeat(1024) }, empty])],
  ['map', fullProgram(longValue('a'), [{ op: 'map', values: { a: 'b' }, otherwise: 'a'.repeat(4096) }])],
  ['max_length', fullProgram([text('😀'.repeat(2048))], [{ op: 'max_length', length: 4096 }])],
  [
    'check_digit',
    fullProgram([...longValue('%'), { op: 'slice', end: 16_000 }], [{ op: 'check_digit', scheme: 'mod43' }]),
  ],
  ['nothing', fullProgram([], [{ op: 'upper' }])],
];
