import { nameOf } from './characters.ts';
import { gs1CheckDigit } from './linear/ean.ts';

/** The form of an application identifier's value: `min` to `max` digits (`n`) or characters (`x`). */
interface Rule {
  readonly kind: 'n' | 'x';
  readonly min: number;
  readonly max: number;
  /** The last digit is a GS1 check digit. */
  readonly checked?: true;
  /** A date as YYMMDD. */
  readonly date?: true;
}

const n = (min: number, max = min): Rule => ({ kind: 'n', min, max });
const x = (min: number, max: number): Rule => ({ kind: 'x', min, max });
const key = (length: number): Rule => ({ kind: 'n', min: length, max: length, checked: true });
const date: Rule = { kind: 'n', min: 6, max: 6, date: true };

/** GS1 General Specifications, section 3: the identifiers in common use. Others are accepted unchecked. */
const RULES: Readonly<Record<string, Rule>> = {
  '00': key(18),
  '01': key(14),
  '02': key(14),
  '10': x(1, 20),
  '11': date,
  '12': date,
  '13': date,
  '15': date,
  '16': date,
  '17': date,
  '20': n(2),
  '21': x(1, 20),
  '22': x(1, 20),
  '30': n(1, 8),
  '37': n(1, 8),
  '240': x(1, 30),
  '241': x(1, 30),
  '250': x(1, 30),
  '251': x(1, 30),
  '400': x(1, 30),
  '401': x(1, 30),
  '402': key(17),
  '403': x(1, 30),
  '410': key(13),
  '411': key(13),
  '412': key(13),
  '413': key(13),
  '414': key(13),
  '415': key(13),
  '416': key(13),
  '417': key(13),
  '420': x(1, 20),
  '421': x(4, 12),
  '422': n(3),
  '423': n(3, 15),
  '424': n(3),
  '425': n(3, 15),
  '426': n(3),
  '8005': n(6),
  '8008': n(8, 12),
  '8020': x(1, 25),
};

/** The rule for an identifier, by its first two to four digits. */
function ruleFor(data: string): { readonly ai: string; readonly rule: Rule } | null {
  for (const length of [2, 3, 4]) {
    const ai = data.slice(0, length);
    const rule = RULES[ai];
    if (rule !== undefined) return { ai, rule };
  }
  // Weights and measures: 310n to 369n, six digits, n the decimal places.
  if (/^3[1-6]\d\d/.test(data)) return { ai: data.slice(0, 4), rule: n(6) };
  if (/^39[02]\d/.test(data)) return { ai: data.slice(0, 4), rule: n(1, 15) };
  return null;
}

/** Identifiers whose value needs no separator, by their first two digits, and identifier plus value length. */
export const PREDEFINED: Readonly<Record<string, number>> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  '11': 8,
  '12': 8,
  '13': 8,
  '14': 8,
  '15': 8,
  '16': 8,
  '17': 8,
  '18': 8,
  '19': 8,
  '20': 4,
  '31': 10,
  '32': 10,
  '33': 10,
  '34': 10,
  '35': 10,
  '36': 10,
  '41': 16,
};

/** GS1 AI encodable character set 82, and what a person may type between the parts. */
const NOT_CHARACTER_82 = /[^!"%-/0-9:-?A-Z_a-z]/;

function strayIn(value: string): string {
  const found = NOT_CHARACTER_82.exec(value)?.[0] ?? '';
  return `GS1-128 takes letters, digits and ! " % & ' * + , - . / _ : ; < = > ?; got ${nameOf(found)}`;
}

/** The fault of the value of one identifier, or null. */
export function checkElement(ai: string, value: string): string | null {
  if (NOT_CHARACTER_82.test(value)) return strayIn(value);
  const known = ruleFor(ai);
  const rule = known?.ai === ai ? known.rule : null;
  if (rule === null) return value === '' ? `GS1-128: (${ai}) has no value` : null;
  const words =
    `GS1-128: (${ai}) takes ${rule.min === rule.max ? rule.min : `${rule.min} to ${rule.max}`} ` +
    (rule.kind === 'n' ? 'digits' : 'characters');
  if (rule.kind === 'n' && /\D/.test(value))
    return `${words}; got ${nameOf(/\D/.exec(value)?.[0] as string)}`;
  if (value.length < rule.min || value.length > rule.max) return `${words}; got ${value.length}`;
  if (rule.checked) {
    const check = gs1CheckDigit(value.slice(0, -1));
    if (!value.endsWith(check)) return `${words}, the last a check digit, here ${check}; got ${value.at(-1)}`;
  }
  if (rule.date && !/^\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/.test(value))
    return `${words} as YYMMDD; got ${value}`;
  return null;
}

/** The fault of an element whose identifier has no parentheses, or null. */
export function checkPlainElement(element: string): string | null {
  const known = ruleFor(element);
  if (known !== null) return checkElement(known.ai, element.slice(known.ai.length));
  return NOT_CHARACTER_82.test(element) ? strayIn(element) : null;
}
