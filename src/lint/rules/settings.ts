import { HAS_OWN_MODULES, type LastingCommand, USES_RATIO } from '../../zpl/command-table/command-table.ts';
import type { BarcodeElement, Element, Label, Span } from '../../zpl/label.ts';
import { switchOn } from '../../zpl/parse.ts';
import type { PrinterState, Settings } from '../../zpl/printer.ts';
import { type Command, commandsOf } from '../../zpl/tokenize.ts';
import type { FilledStream, Findings, Found, RuleFamily } from '../rule-family.ts';
import { nameSpan } from '../spans.ts';

/** Settings that are made after a field that they change. */
export const LATE_SETTINGS = {
  rules: {
    'setting-too-late': {
      severity: 'warning',
      title: 'A setting is made after a field that it changes',
      wrong:
        'Settings outlive the label: the first copy is printed without it, and each further one with it.',
      example: '^XA^FO50,50^FDPrice^FS«^CF»0,40^FO50,90^FDEUR^FS^XZ',
      corrected: '^XA^CF0,40^FO50,50^FDPrice^FS^FO50,90^FDEUR^FS^XZ',
      instead: 'make the setting before the first field',
    },
    'setting-left-changed': {
      severity: 'info',
      title: 'A setting is left for the next label',
      wrong:
        'Settings outlive the label: the next one is moved, mirrored or inverted too, unless it makes its own.',
      example: '^XA«^LS»50^FO100,50^A0N,30^FDPrice^FS^XZ',
      corrected: '^XA^LS50^FO100,50^A0N,30^FDPrice^FS^LS0^XZ',
      instead: 'set it back at the end of the label',
    },
  },
  commands: (report) => ({ before: (command, printer) => checkLateSetting(command, printer, report) }),
  stream: (stream, report) => {
    const late = new Set<string>();
    const add = (found: Found): void => {
      late.add(found.command ?? '');
      report.add(found);
    };
    checkSecondLabel(stream, { add });
    checkLeft(stream, late, report);
  },
} as const satisfies RuleFamily;

/**
 * `^LL` and `^JM` after a field of the label: Zebra's guide lets them hold from the next label on.
 *
 * @param printer before the command.
 */
function checkLateSetting(command: Command, { label, settings }: PrinterState, report: Findings): void {
  const { name, params } = command;
  if (label === null || label.items.length === 0) return;
  if (name === '^PW' && isOtherWidth(params, settings)) {
    const message = '^PW comes after a field, and holds for this label on some printers only';
    report.add({ code: 'setting-too-late', span: nameSpan(command), command: name, message });
    return;
  }
  const isChange =
    name === '^LL'
      ? Math.round(Number.parseFloat(params) * settings.dotsPerUnit) !== settings.labelLength
      : name === '^JM' && (params.trim().toUpperCase() === 'B') !== settings.doubled;
  if (!isChange) return;
  const message = `${name} comes after a field, and has no effect on this label`;
  report.add({ code: 'setting-too-late', span: nameSpan(command), command: name, message });
}

function isOtherWidth(params: string, { printWidth, dotsPerUnit }: Settings): boolean {
  return Math.round(Number.parseFloat(params) * dotsPerUnit) !== printWidth;
}

/**
 * Settings that move or change a whole label and are still made at the end of the stream. A printer that was just
 * switched on has none.
 *
 * @param late those that were reported as made too late.
 */
function checkLeft({ printer, last }: FilledStream, late: ReadonlySet<string>, report: Findings): void {
  if (printer.labels.length === 0) return;
  const { shift, top, mirrored } = printer.settings;
  const left = [
    ['^LS', shift !== 0, `${shift} dots to the left`],
    ['^LT', top !== 0, `${Math.abs(top)} dots ${top > 0 ? 'down' : 'up'}`],
    ['^PM', mirrored, 'left to right'],
  ] as const;
  for (const [name, isLeft, how] of left) {
    const span = last.get(name);
    if (!isLeft || span === undefined || late.has(name)) continue;
    const message = `${name} stays set: the next label is ${name === '^PM' ? 'mirrored' : 'moved'} too, ${how}`;
    report.add({ code: 'setting-left-changed', span, command: name, message });
  }
}

/** The settings that can move, turn or change what labels draw. Other lasting settings do not show in a comparison. */
const SETTINGS = [
  '^BY',
  '^CF',
  '^CI',
  '^FL',
  '^FW',
  '^JM',
  '^LH',
  '^LR',
  '^LS',
  '^LT',
  '^MU',
  '^PA',
  '^PM',
  '^PO',
  '^SE',
] as const satisfies readonly LastingCommand[];
type Setting = (typeof SETTINGS)[number];

/** Settings that apply to a whole label, wherever in it they are. */
const OF_WHOLE_LABEL: ReadonlySet<Setting> = new Set(['^JM', '^PM', '^PO']);

/** Elements that are compared. */
const ELEMENTS_MAX = 5000;

/** Reports settings after a field that they would change: printed twice, the stream prints two different labels. */
function checkSecondLabel({ bytes, printer, last }: FilledStream, report: Findings): void {
  const isMade = (name: Setting): boolean =>
    last.has(name) && (printer.labels.length > 1 || !OF_WHOLE_LABEL.has(name));
  if (!SETTINGS.some(isMade) || printer.settings.keepsBackground) return;
  const again = switchOn(printer.options, printer.settings);
  for (const command of commandsOf(bytes)) {
    // A picture is the same again, and takes long.
    if (command.name === '^GF' || command.name.startsWith('~D')) continue;
    if (!again.execute(command)) return;
  }
  if (again.labels.length !== printer.labels.length) return;
  for (const [i, label] of printer.labels.entries()) compare(label, again.labels[i] as Label, last, report);
}

function compare(first: Label, second: Label, last: ReadonlyMap<string, Span>, report: Findings): void {
  for (const setting of ofWholeLabel(first, second)) {
    const span = last.get(setting);
    const message = `${setting} comes after a label that it changes when the stream is printed again`;
    if (span !== undefined) report.add({ code: 'setting-too-late', span, command: setting, message });
  }
  const before = first.elements.filter(isCompared);
  const after = second.elements.filter(isCompared);
  if (before.length !== after.length) return;
  for (const [i, element] of before.slice(0, ELEMENTS_MAX).entries()) {
    // One that was made before the element held for it the first time too.
    const isLater = (name: Setting): boolean => (last.get(name)?.start ?? -1) > element.span.start;
    const setting = settingsBetween(element, after[i] as Element).find(isLater);
    const span = setting === undefined ? undefined : last.get(setting);
    if (setting === undefined || span === undefined) continue;
    const message = `${setting} comes after a field that it changes when the stream is printed again`;
    report.add({ code: 'setting-too-late', span, command: setting, message });
  }
}

/** Settings of whole labels that turn or double a label the second time only. */
function ofWholeLabel(a: Label, b: Label): readonly Setting[] {
  const changed: Setting[] = [];
  if (a.inverted !== b.inverted) changed.push('^PO');
  if (a.mirrored !== b.mirrored) changed.push('^PM');
  if (a.doubled !== b.doubled) changed.push('^JM');
  return changed;
}

function isCompared({ kind }: Element): boolean {
  return kind !== 'graphic';
}

/** Settings that may change an element the second time. */
function settingsBetween(a: Element, b: Element): readonly Setting[] {
  if (a.reverse !== b.reverse) return ['^LR'];
  if (a.origin.x !== b.origin.x) return ['^LH', '^LS', '^MU'];
  if (a.origin.y !== b.origin.y) return ['^LH', '^LT', '^MU'];
  if (a.origin.justify !== b.origin.justify) return ['^FW'];
  if ('orientation' in a && 'orientation' in b && a.orientation !== b.orientation) return ['^FW'];
  if (a.kind === 'text' && b.kind === 'text') {
    const [one, other] = [a.font, b.font];
    const isSameFont = one.name === other.name && one.height === other.height && one.width === other.width;
    if (!isSameFont) return ['^CF', '^MU'];
    if (one.links?.join() !== other.links?.join()) return ['^FL'];
    if (JSON.stringify(a.properties) !== JSON.stringify(b.properties)) return ['^PA'];
    return a.text === b.text ? [] : ['^CI', '^SE'];
  }
  if (a.kind === 'symbol' && b.kind === 'symbol')
    return a.height === b.height && a.width === b.width ? [] : ['^CF', '^MU'];
  if (a.kind === 'barcode' && b.kind === 'barcode') return isSameSymbol(a, b) ? [] : ['^BY', '^MU'];
  const isSameBox = a.kind !== 'box' || b.kind !== 'box' || (a.width === b.width && a.height === b.height);
  return isSameBox ? [] : ['^MU'];
}

function isSameSymbol(a: BarcodeElement, b: BarcodeElement): boolean {
  // The height of bars moves a QR Code down.
  if (a.command === '^BQ') return a.height === b.height || a.origin.command === '^FT';
  if (HAS_OWN_MODULES.has(a.command)) return true;
  const { height, rowHeight, module } = a.options as Readonly<Record<string, unknown>>;
  const hasHeight = [height, rowHeight, module].some((given) => given !== undefined);
  if (!hasHeight && a.height !== b.height) return false;
  if (USES_RATIO.has(a.command) && a.ratio !== b.ratio) return false;
  return a.command === '^BX' || a.moduleWidth === b.moduleWidth;
}
