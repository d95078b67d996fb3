/** A profile that cannot be used; the message names the file, the member and what is allowed. */
export class ProfileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProfileError';
  }
}

/** One code point that is no half of a pair. */
const CHARACTER = /^\P{Cs}$/u;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A value of a profile's JSON, and the name of its place for people. All methods throw {@link ProfileError}. */
export class Member {
  readonly #value: unknown;
  readonly #path: string;
  readonly #place: string;

  /** @param place such as `sizes[2].font`; empty for the whole file. */
  constructor(value: unknown, path: string, place: string) {
    this.#value = value;
    this.#path = path;
    this.#place = place;
  }

  /** Throws a {@link ProfileError} with the fault of this value. */
  refuse(fault: string): never {
    const subject = this.#place === '' ? '' : ` ${this.#place}`;
    throw new ProfileError(`the profile's file ${this.#path} is damaged:${subject} ${fault}`);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#object(), name);
  }

  /** A member of this object; a missing one is refused when it is read. */
  of(name: string): Member {
    const object = this.#object();
    const place = this.#place === '' ? name : `${this.#place}.${name}`;
    return new Member(Object.hasOwn(object, name) ? object[name] : undefined, this.#path, place);
  }

  members(): readonly (readonly [name: string, member: Member])[] {
    return Object.keys(this.#object()).map((name) => [name, this.of(name)]);
  }

  /** The members of an object that is keyed by characters. */
  characters(most: number): readonly (readonly [character: string, member: Member])[] {
    const members = this.members();
    if (members.length > most) this.refuse(`has ${members.length} characters; at most ${most} are allowed`);
    for (const [name] of members) {
      if (!CHARACTER.test(name)) this.refuse(`has ${shown(name)}, which is not one character`);
    }
    return members;
  }

  list(most: number): readonly Member[] {
    if (!Array.isArray(this.#value)) return this.refuse('must be a list');
    if (this.#value.length > most) {
      this.refuse(`has ${this.#value.length} entries; at most ${most} are allowed`);
    }
    return this.#value.map((value, i) => new Member(value, this.#path, `${this.#place}[${i}]`));
  }

  /** A whole number within bounds. */
  number(least: number, most: number): number {
    const value = this.#value;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    return this.refuse(`must be a whole number from ${least} to ${most}; it is ${shown(value)}`);
  }

  /** A number from 0 to 1. */
  part(): number {
    const value = this.#value;
    if (typeof value === 'number' && value >= 0 && value <= 1) return value;
    return this.refuse(`must be a number from 0 to 1; it is ${shown(value)}`);
  }

  oneOf<T>(allowed: readonly T[]): T {
    const found = allowed.find((one) => one === this.#value);
    if (found !== undefined) return found;
    return this.refuse(`must be one of ${allowed.join(', ')}; it is ${shown(this.#value)}`);
  }

  /** The name of a member of this object. */
  nameAmong<T extends string>(name: string, allowed: readonly T[]): T {
    const found = allowed.find((one) => one === name);
    if (found !== undefined) return found;
    return this.refuse(`has ${shown(name)}; it may have ${allowed.join(', ')}`);
  }

  /** A line of text for people, or null. */
  name(most: number): string | null {
    const value = this.#value;
    if (value === null) return null;
    if (typeof value === 'string' && value.length <= most && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value))
      return value;
    return this.refuse(`must be a line of at most ${most} characters, or null; it is ${shown(value)}`);
  }

  /** `length` bytes in base64. */
  base64(length: number): Uint8Array {
    const value = this.#value;
    if (typeof value !== 'string' || !BASE64.test(value)) return this.refuse('must be base64');
    const bytes = Uint8Array.from(Buffer.from(value, 'base64'));
    if (bytes.length === length) return bytes;
    return this.refuse(`must be base64 of ${length} bytes for its width and height; it has ${bytes.length}`);
  }

  #object(): Readonly<Record<string, unknown>> {
    const value = this.#value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.refuse('must be an object');
    return value as Readonly<Record<string, unknown>>;
  }
}

/** A value in a message: the beginning of its JSON, on one line. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
