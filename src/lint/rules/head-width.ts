import { LIMITS } from '../../limits.ts';
import { dotsOf } from '../../units.ts';
import { resolutionsOf } from '../printer-models.ts';
import type { FilledStream, Findings, RuleFamily } from '../rule-family.ts';

/** Labels that a printer cannot print as they are. */
export const HEAD_WIDTH = {
  rules: {
    'wider-than-head': {
      severity: 'warning',
      title: 'A label is wider than the print head',
      wrong: 'The printer of `--printer` does not print the part beyond its head.',
      // The rule needs a printer to be tried.
      example: null,
      corrected: null,
      instead: 'make the label narrower, or use a printer with a wider head',
    },
    'wider-than-usual': {
      severity: 'info',
      title: 'A label is wider than most print heads',
      wrong: 'Most heads print 104 or 108 mm. Without a printer and a size a `^PW` beyond that is reported.',
      example: '^XA«^PW»1600^FO50,50^A0N,30^FDPrice^FS^XZ',
      corrected: '^XA^PW812^FO50,50^A0N,30^FDPrice^FS^XZ',
      instead: 'give the resolution of the label with --dpi, or its printer with --printer',
    },
    'resolution-not-printed': {
      severity: 'warning',
      title: 'The printer does not have the resolution of the label',
      wrong: 'The label is printed larger or smaller than it was made.',
      example: null,
      corrected: null,
      instead: 'scale the label with platen convert, or use a printer of its resolution',
    },
  },
  stream: checkWidth,
} as const satisfies RuleFamily;

/** The widest labels that usual printers of four inches take. Millimetres. */
const USUAL_MM = 108;

function checkWidth({ printer, last, start, size, model, dotsPerMm }: FilledStream, report: Findings): void {
  const given = last.get('^PW');
  const set = Math.max(0, ...printer.labels.map(({ printWidth }) => printWidth ?? 0));
  if (model === null) {
    // The rule is for labels without a known width that the renderer draws.
    if (given === undefined || size.widthMm !== undefined || set > LIMITS.renderDots) return;
    if (set <= USUAL_MM * dotsPerMm) return;
    const message = `^PW${set} is ${Math.round(set / dotsPerMm)} mm at ${size.dpi} dpi, wider than most print heads`;
    report.add({ code: 'wider-than-usual', span: given, command: '^PW', message });
    return;
  }
  const { name } = model;
  const headMm = model.widthsMm[size.dpi];
  if (headMm === undefined) {
    const message = `the label is made for ${size.dpi} dpi; ${name} has ${resolutionsOf(model).join(', ')}`;
    report.add({ code: 'resolution-not-printed', span: start, message });
    return;
  }
  const width = size.widthMm === undefined ? set : dotsOf(size.widthMm, size.dpi);
  const head = Math.round(headMm * dotsPerMm);
  if (width <= head) return;
  const at =
    size.widthMm === undefined && given !== undefined ? { span: given, command: '^PW' } : { span: start };
  const message = `the label is ${width} dots wide, and ${name} prints ${head} at ${size.dpi} dpi (${headMm} mm)`;
  report.add({ code: 'wider-than-head', ...at, message });
}
