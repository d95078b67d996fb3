import { DEFAULT_PREFIXES } from '../zpl/tokenize.ts';
import type { Notes } from './note.ts';
import type { Piece } from './pieces.ts';

/**
 * Commands that set up a printer or its next job and leave the picture as it is, with what they are about. What a printer keeps
 * from one job to the next is among them: a label that brings them changes the printer of everybody who prints it.
 */
const SETUP: Readonly<Record<string, string>> = {
  '^CN': 'cutting',
  '^CO': 'memory',
  '^CP': 'removal of labels',
  '^JB': 'memory',
  '^JH': 'early warnings',
  '^JJ': 'applicator',
  '^JS': 'sensor',
  '^JT': 'head test',
  '^JU': 'saved configuration',
  '^JW': 'ribbon tension',
  '^JZ': 'reprinting after an error',
  '^KD': 'form of dates',
  '^KL': 'language of the display',
  '^KN': 'name of the printer',
  '^KP': 'password',
  '^KV': 'kiosk',
  '^MA': 'maintenance alerts',
  '^MD': 'darkness',
  '^MF': 'feeding at power-up',
  '^MI': 'maintenance alerts',
  '^ML': 'longest label',
  '^MM': 'print mode',
  '^MN': 'media tracking',
  '^MP': 'locked buttons',
  '^MT': 'media type',
  '^MW': 'cold head warning',
  '^NC': 'network',
  '^ND': 'network',
  '^NI': 'network',
  '^NN': 'SNMP',
  '^NP': 'print server',
  '^NS': 'network',
  '^NT': 'SMTP',
  '^NW': 'web proxy',
  '^PF': 'feeding',
  '^PH': 'feeding',
  '^PN': 'presenting',
  '^PP': 'pause',
  '^PQ': 'quantity',
  '^PR': 'speed',
  '^PS': 'start of printing',
  '^SC': 'serial port',
  '^SI': 'sensors',
  '^SL': 'clock',
  '^SP': 'start of printing',
  '^SQ': 'alerts',
  '^SR': 'head resistance',
  '^SS': 'sensors',
  '^ST': 'clock',
  '^SX': 'alerts',
  '^SZ': 'language',
  '^WA': 'radio',
  '^XB': 'backfeed',
  '^ZZ': 'sleep',
  '~JA': 'cancelled jobs',
  '~JB': 'memory',
  '~JC': 'calibration',
  '~JD': 'dumps',
  '~JE': 'dumps',
  '~JF': 'battery',
  '~JG': 'sensor profile',
  '~JL': 'label length',
  '~JN': 'head test',
  '~JO': 'head test',
  '~JP': 'cancelled jobs',
  '~JR': 'reset',
  '~JS': 'backfeed',
  '~JX': 'cancelled format',
  '~KB': 'battery',
  '~NC': 'network',
  '~NR': 'network',
  '~NT': 'network',
  '~PH': 'feeding',
  '~PM': 'head test',
  '~PP': 'pause',
  '~PR': 'reprint',
  '~PS': 'start of printing',
  '~RO': 'counters',
  '~SD': 'darkness',
  '~TA': 'tear-off position',
  '~WC': 'configuration label',
  '~WL': 'network label',
};

const PREFIX_CHANGES: Readonly<Record<string, keyof typeof DEFAULT_PREFIXES>> = {
  '^CC': 'format',
  '~CC': 'format',
  '^CD': 'delimiter',
  '~CD': 'delimiter',
  '^CT': 'control',
  '~CT': 'control',
};

/**
 * What a command is about if it is one that sets up a printer; undefined for all others. Prefixes that are set to what they
 * are belong to it: drivers begin with them in case that the job before left others behind.
 */
export function setupOf({ command, prefixes }: Piece): string | undefined {
  const prefix = PREFIX_CHANGES[command.name];
  if (prefix === undefined) return SETUP[command.name];
  return command.params === prefixes[prefix] ? 'prefixes as they are' : undefined;
}

/** Says that a command sets up the printer, and whether it is left out. */
export function noteSetup({ command }: Piece, setup: string, isRemoved: boolean, notes: Notes): void {
  const shown = command.name + command.params.trim().slice(0, 20);
  const what = `${shown} sets up the printer (${setup})`;
  notes.add('info', 'setup', command, isRemoved ? `${what} and is left out` : what);
}
