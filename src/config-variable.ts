/** One environment variable: how its text is read, what it is when unset, and how to say so. */
export interface Variable<T> {
  readonly name: string;
  /** The value of a text; undefined for one that is not allowed. */
  readonly read: (text: string) => T | undefined;
  readonly fallback: T;
  /** The fallback in the documentation, if it differs from machine to machine. */
  readonly fallbackText?: string;
  /** Completes "must be …". */
  readonly allowed: string;
  /** Values that may hold a password are never repeated in a message. */
  readonly secret: boolean;
  /** The effect of the setting, for `docs/configuration.md`. */
  readonly meaning: string;
}

/** One of a few words. */
export function oneOf<const T extends string>(
  name: string,
  fallback: NoInfer<T>,
  values: readonly T[],
  meaning: string,
): Variable<T> {
  const allowed = `one of ${values.join(', ')}`;
  const read = (text: string): T | undefined => values.find((value) => value === text);
  return { name, read, fallback, allowed, secret: false, meaning };
}

/** A whole number within bounds, both of which are allowed. */
export function integer(
  name: string,
  fallback: number,
  [min, max]: readonly [min: number, max: number],
  meaning: string,
): Variable<number> {
  const read = (text: string): number | undefined => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  const allowed = `a whole number from ${min} to ${max}`;
  return { name, read, fallback, allowed, secret: false, meaning };
}

/** The pattern of allowed text, and its description. */
export type TextRule = readonly [pattern: RegExp, allowed: string];

/** Text of a rule. */
export function text(
  name: string,
  fallback: string,
  [pattern, allowed]: TextRule,
  meaning: string,
): Variable<string> {
  const read = (value: string): string | undefined => (pattern.test(value) ? value : undefined);
  return { name, read, fallback, allowed, secret: false, meaning };
}

/** A URL of one of these protocols, which end in a colon; none unless given. It may hold a password. */
export function url(name: string, protocols: readonly string[], meaning: string): Variable<string | null> {
  const read = (value: string): string | undefined => (isUrl(value, protocols) ? value : undefined);
  return { name, read, fallback: null, allowed: urlRule(protocols), secret: true, meaning };
}

/** Several values, none unless given, of which `isMember` is true for each. */
export function list(
  name: string,
  isMember: (value: string) => boolean,
  allowed: string,
  secret: boolean,
  meaning: string,
): Variable<readonly string[]> {
  const read = (value: string): readonly string[] | undefined => {
    const parts = value.split(',').map((part) => part.trim());
    return parts.every(isMember) ? parts : undefined;
  };
  return { name, read, fallback: [], allowed: `${allowed}, or several separated by commas`, secret, meaning };
}

/** Whether it is a URL of one of these protocols, which end in a colon. */
export function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** How to say what {@link isUrl} takes. */
export function urlRule(protocols: readonly string[]): string {
  return `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
}
