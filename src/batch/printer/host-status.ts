/** A printer's answer to `~HS`. */
export interface HostStatus {
  readonly paperOut: boolean;
  readonly paused: boolean;
  /** Formats that the printer has read and not yet printed. */
  readonly formats: number;
  readonly bufferFull: boolean;
  /** The printer has read the beginning of a format, and not its end. */
  readonly partialFormat: boolean;
  readonly corruptMemory: boolean;
  readonly tooCold: boolean;
  readonly tooHot: boolean;
  readonly headOpen: boolean;
  readonly ribbonOut: boolean;
  /** A label was peeled off, and waits to be taken. */
  readonly labelWaiting: boolean;
  /** Labels of the format at work that are still to be printed. */
  readonly labelsLeft: number;
}

/**
 * The three strings of an answer (Zebra's ZPL guide, `~HS`), each sent between STX and ETX, with CR and LF after it.
 * Fields that matter here have names; fields on which no program should depend may be any number.
 */
const STRINGS = [
  // aaa,b,c,dddd,eee,f,g,h,iii,j,k,l
  /^\d+,(?<paperOut>[01]),(?<paused>[01]),\d+,(?<formats>\d+),(?<bufferFull>[01]),\d,(?<partialFormat>[01]),\d+,(?<corruptMemory>[01]),(?<tooCold>[01]),(?<tooHot>[01])$/,
  // mmm,n,o,p,q,r,s,t,uuuuuuuu,v,www; r is the print mode, which has letters too.
  /^\d+,\d,(?<headOpen>[01]),(?<ribbonOut>[01]),(?<thermalTransfer>[01]),\w,\d,(?<labelWaiting>[01]),(?<labelsLeft>\d+),\d,\d+$/,
  // xxxx,y: a password, and whether there is static memory.
  /^\w{0,8},\d$/,
] as const;

const STX = 2;
const ETX = 3;
/** Characters of a string; the longest of the guide has 38. */
const LONGEST = 64;

/** Finds answers to `~HS` in the bytes of a printer, however they are divided. Other bytes are skipped, and counted. */
export class HostStatusReader {
  /** Bytes since the last whole answer. */
  bytesWithoutAnswer = 0;
  /** The string that has begun. */
  #text: string | null = null;
  /** The strings of an answer so far. */
  #fields: Record<string, string> = {};
  #strings = 0;

  /** The answers that end in these bytes. */
  read(bytes: Uint8Array): HostStatus[] {
    const answers: HostStatus[] = [];
    for (const byte of bytes) {
      this.bytesWithoutAnswer++;
      if (byte === STX) this.#text = '';
      else if (this.#text !== null) {
        if (byte === ETX) {
          const answer = this.#ended(this.#text);
          this.#text = null;
          if (answer === null) continue;
          this.bytesWithoutAnswer = 0;
          answers.push(answer);
        } else this.#text = this.#text.length < LONGEST ? this.#text + String.fromCharCode(byte) : null;
      }
    }
    return answers;
  }

  #ended(text: string): HostStatus | null {
    // If a string is missing, a first string may begin a new answer in its place.
    for (const expected of new Set([this.#strings, 0])) {
      const found = STRINGS[expected]?.exec(text);
      if (!found) continue;
      this.#fields = { ...(expected === 0 ? {} : this.#fields), ...found.groups };
      this.#strings = expected + 1;
      if (this.#strings < STRINGS.length) return null;
      this.#strings = 0;
      return statusOf(this.#fields);
    }
    this.#strings = 0;
    return null;
  }
}

function statusOf(fields: Readonly<Record<string, string>>): HostStatus {
  const flag = (name: keyof HostStatus | 'thermalTransfer'): boolean => fields[name] === '1';
  return {
    paperOut: flag('paperOut'),
    paused: flag('paused'),
    formats: Number(fields['formats']),
    bufferFull: flag('bufferFull'),
    partialFormat: flag('partialFormat'),
    corruptMemory: flag('corruptMemory'),
    tooCold: flag('tooCold'),
    tooHot: flag('tooHot'),
    headOpen: flag('headOpen'),
    // Without thermal transfer there is no ribbon to run out of.
    ribbonOut: flag('ribbonOut') && flag('thermalTransfer'),
    labelWaiting: flag('labelWaiting'),
    labelsLeft: Number(fields['labelsLeft']),
  };
}

/** Why a printer cannot print, in words; null if it can. */
export function hindrance(status: HostStatus): string | null {
  const reasons = [
    status.paperOut && 'paper out',
    status.ribbonOut && 'ribbon out',
    status.headOpen && 'head open',
    status.paused && 'paused',
    status.bufferFull && 'buffer full',
    status.tooHot && 'too hot',
    status.tooCold && 'too cold',
    status.corruptMemory && 'configuration lost (corrupt memory)',
  ].filter((reason) => reason !== false);
  return reasons.length === 0 ? null : reasons.join(', ');
}
