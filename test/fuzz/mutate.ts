import type { Chance } from './chance.ts';
import { generatedCommand } from './grammar.ts';

/** Replacements of a number of a label. */
const BLOW_UPS = ['0', '-1', '32000', '99999999', '1e308', '', '9999', '2147483648', '0.5'];
/** Damage that grows a label stops here. Bytes. */
const LENGTH_MAX = 100_000;

/** One way to damage a label, a character a byte. `other` is a label to take from. */
type Mutation = (zpl: string, chance: Chance, other: () => string) => string;

const MUTATIONS: readonly Mutation[] = [
  function changeBytes(zpl, chance) {
    const bytes = Buffer.from(zpl, 'latin1');
    if (bytes.length === 0) return zpl;
    for (let change = chance.below(8); change >= 0; change--) {
      const at = chance.below(bytes.length);
      bytes[at] = chance.oneIn(2) ? chance.below(256) : (bytes[at] as number) ^ (1 << chance.below(8));
    }
    return bytes.toString('latin1');
  },
  function splice(zpl, chance, other) {
    const tail = other();
    return zpl.slice(0, chance.below(zpl.length + 1)) + tail.slice(chance.below(tail.length + 1));
  },
  function repeatRange(zpl, chance) {
    const [from, to] = range(zpl, chance);
    const times = chance.oneIn(20) ? 500 : 1 + chance.below(4);
    const fits = Math.min(times, Math.floor(LENGTH_MAX / (to - from + 1)));
    return zpl.slice(0, to) + zpl.slice(from, to).repeat(fits) + zpl.slice(to);
  },
  function removeRange(zpl, chance) {
    const [from, to] = range(zpl, chance);
    return zpl.slice(0, from) + zpl.slice(to);
  },
  function blowUpNumbers(zpl, chance) {
    const numbers = [...zpl.matchAll(/\d+/g)];
    let changed = zpl;
    for (let i = chance.below(4); i >= 0 && numbers.length > 0; i--) {
      const number = chance.of(numbers)[0];
      // The number may stand elsewhere by now; any of its kind will do.
      const at = changed.indexOf(number, chance.below(changed.length + 1));
      if (at >= 0) changed = changed.slice(0, at) + chance.of(BLOW_UPS) + changed.slice(at + number.length);
    }
    return changed;
  },
  function shuffleCommands(zpl, chance) {
    const commands = commandsOf(zpl);
    for (let i = chance.below(6); i >= 0; i--) {
      const a = chance.below(commands.length);
      const b = chance.below(commands.length);
      [commands[a], commands[b]] = [commands[b] ?? '', commands[a] ?? ''];
    }
    return commands.join('');
  },
  function changePrefixes(zpl, chance) {
    const commands = commandsOf(zpl);
    const at = chance.below(commands.length);
    const prefix = chance.of('+!@$%{}[]"\x01\xff,');
    const change = chance.of(['^CC', '^CT', '^CD', '~CC', '~CT', '~CD']) + prefix;
    const rest = commands.slice(at).join('');
    const said = chance.oneIn(2) ? rest.replaceAll(chance.of('^~,'), prefix) : rest;
    return commands.slice(0, at).join('') + change + said;
  },
  function truncate(zpl, chance) {
    return zpl.slice(0, chance.below(zpl.length + 1));
  },
  function addCommand(zpl, chance) {
    const commands = commandsOf(zpl);
    commands.splice(chance.below(commands.length + 1), 0, generatedCommand(chance));
    return commands.join('');
  },
  function addPlaceholder(zpl, chance) {
    const at = chance.of([...zpl.matchAll(/\^F[DV]/g)])?.index;
    return at === undefined ? zpl : `${zpl.slice(0, at + 3)}{v}${zpl.slice(at + 3)}`;
  },
];

/** The label with one to four damages. */
export function mutated(zpl: string, chance: Chance, other: () => string): string {
  let damaged = zpl;
  for (let i = chance.below(4); i >= 0; i--) damaged = chance.of(MUTATIONS)(damaged, chance, other);
  return damaged.slice(0, LENGTH_MAX);
}

function commandsOf(zpl: string): string[] {
  return zpl.split(/(?=[\^~])/);
}

function range(zpl: string, chance: Chance): [from: number, to: number] {
  const from = chance.below(zpl.length + 1);
  return [from, Math.min(zpl.length, from + chance.below(chance.oneIn(4) ? zpl.length + 1 : 64))];
}
