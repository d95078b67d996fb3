import type { Token } from '../placeholders/token.ts';
import type { DynamicField } from '../template.ts';
import type { DataSource } from './data-source.ts';
import type { ShownData } from './embedded-data.ts';

/** The indexes of tokens that name one of these variables, which are given by their keys. */
export function tokensOfVariables(
  tokens: readonly Token[],
  variables: ReadonlySet<string>,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [index, { keys }] of tokens.entries()) {
    if (keys.some((key) => variables.has(key))) found.add(index);
  }
  return found;
}

/** The keys of the variables that are shown as pictures, and nowhere else. */
export function pictureKeys(
  tokens: readonly Token[],
  fields: readonly DynamicField[],
  shown: readonly ShownData[],
): ReadonlySet<string> {
  const pictures = fields.filter((field) => field.kind === 'raster' && field.marker.kind === 'picture');
  // Nearly every label has none.
  if (pictures.length === 0) return NONE;
  const keys = new Set<string>();
  const others = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    const one = new Set([index]);
    const isPicture = pictures.some((field) => hasToken(field, one));
    const isOther =
      fields.some((field) => !pictures.includes(field) && hasToken(field, one)) ||
      shown.some((data) => showsToken(data, one));
    for (const key of token.keys) {
      if (isPicture) keys.add(key);
      if (isOther) others.add(key);
    }
  }
  return new Set([...keys].filter((key) => !others.has(key)));
}

const NONE: ReadonlySet<string> = new Set();

/** Whether a field has one of these tokens. */
export function hasToken(field: DynamicField, tokens: ReadonlySet<number>): boolean {
  return field.kind === 'data'
    ? sourceHas(field, tokens)
    : field.parts.some((part) => typeof part === 'number' && tokens.has(part));
}

/** Whether shown data has one of these tokens, itself or in the data that it embeds. */
export function showsToken({ source, embed }: ShownData, tokens: ReadonlySet<number>): boolean {
  const sources = [source, ...Object.values(embed?.sources ?? {})];
  return sources.some((one) => sourceHas(one, tokens));
}

function sourceHas({ parts }: Pick<DataSource, 'parts'>, tokens: ReadonlySet<number>): boolean {
  return parts.some(({ token }) => token !== null && tokens.has(token));
}
