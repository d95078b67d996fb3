import { checkElement, checkPlainElement, PREDEFINED } from '../symbology/gs1.ts';
import { gs1CheckDigit } from '../symbology/linear/ean.ts';

/** Identifiers whose check digit `^BC` mode D computes itself. */
const COMPUTED: ReadonlySet<string> = new Set(['00', '01', '02']);

/**
 * `^BC` mode D data as it is printed: the check digit replaces the last digit of a value of 00, 01 or 02. Parentheses
 * and spaces stay where they are.
 */
export function withCheckDigits(data: string): string {
  const characters = data.split('');
  /** Places of the coded characters; null for a separator. */
  const places: (number | null)[] = [];
  /** Indices in `places` of identifiers that begin in parentheses. */
  const opened = new Set<number>();
  for (let i = 0; i < data.length; i++) {
    if (data.startsWith('>8', i)) {
      places.push(null);
      i++;
    } else if (data[i] === '(') opened.add(places.length);
    else if (data[i] !== ')' && data[i] !== ' ') places.push(i);
  }
  const coded = places.map((place) => (place === null ? '>' : (data[place] as string))).join('');
  let at = 0;
  while (at < places.length) {
    const ai = coded.slice(at, at + 2);
    const length = PREDEFINED[ai];
    if (length === undefined) {
      at++;
      while (at < places.length && places[at - 1] !== null && !opened.has(at)) at++;
      continue;
    }
    const element = coded.slice(at, at + length);
    if (COMPUTED.has(ai) && element.length === length && !/\D/.test(element)) {
      characters[places[at + length - 1] as number] = gs1CheckDigit(element.slice(2, -1));
    }
    at += length;
  }
  return characters.join('');
}

const CONTENT = 'GS1-128 takes element strings such as (01)09521234543213(10)ABC';

/**
 * The fault of `^BC` mode D data, or null. Parentheses and spaces mark the identifiers or are left out; `>8`
 * separates elements. Identifiers that are not known here only have to be digits.
 */
export function checkElementString(data: string): string | null {
  const length = data.replace(/[() ]/g, '').replaceAll('>8', '1').length;
  if (length > 48) return `GS1-128 takes at most 48 characters; got ${length}`;
  if (/\(|\)/.test(data)) {
    // Parentheses mark identifiers, and the printer drops them, so they must not be part of a value.
    if (!/^\s*\(\d{2,4}\)/.test(data)) return `${CONTENT}; it begins with an identifier in parentheses`;
    let rest = data.trimStart();
    while (rest !== '') {
      const head = /^\((\d{2,4})\)([^()]*)/.exec(rest);
      if (head === null) return `${CONTENT}; got "${rest.slice(0, 12)}" where an identifier was expected`;
      rest = rest.slice(head[0].length);
      const separated = (head[2] as string).replaceAll(' ', '').endsWith('>8');
      const value = (head[2] as string).replaceAll(' ', '').replace(/>8$/, '');
      const wrong = checkElement(head[1] as string, value);
      if (wrong !== null) return wrong;
      const fixed = PREDEFINED[(head[1] as string).slice(0, 2)];
      if (fixed === undefined && !separated && rest !== '') {
        return `GS1-128: the value of (${head[1]}) has no fixed length, so >8 must stand before what follows`;
      }
    }
    return null;
  }
  for (const part of data.replaceAll(' ', '').replace(/^>8/, '').split('>8')) {
    let rest = part;
    if (rest === '') return `${CONTENT}; there is nothing beside a >8`;
    while (rest !== '') {
      if (!/^\d\d/.test(rest))
        return `${CONTENT}; got "${rest.slice(0, 12)}" where an identifier was expected`;
      const fixed = PREDEFINED[rest.slice(0, 2)];
      const element = fixed === undefined ? rest : rest.slice(0, fixed);
      const wrong = checkPlainElement(element);
      if (wrong !== null) return wrong;
      rest = rest.slice(element.length);
    }
  }
  return null;
}
