import { type TracedLabel, type TracedLabels, traceLabels } from '../../engine/traced-labels.ts';
import { FailureError, failureInFull } from '../../errors.ts';
import { deadlineIn } from '../../in-time.ts';
import { automaticName } from '../../template/placeholders/automatic-tokens.ts';
import { variableKey } from '../../template/placeholders/token.ts';
import type { SavedSpan } from '../../template/saved-spans.ts';
import type { Diagnostic } from '../../zpl/diagnostic.ts';
import { packDots } from '../packed-words.ts';
import { type DraftStream, streamOf } from './draft-stream.ts';
import type {
  DraftLabel,
  ShownElement,
  ShownFinding,
  ShownLabel,
  ShownVariable,
  TextRange,
  View,
} from './messages.ts';
import { type TextSpan, textSpans } from './text-offsets.ts';
import { showTransforms } from './transform-steps.ts';

/** The time that drawing a label may take while it is edited. */
const VIEW_MS = 5000;

/** Draws a draft, with everything that the page shows next to the picture. */
export function viewOf(draft: DraftLabel, first: number, count: number): View {
  const stream = streamOf(draft);
  const { now, template, sent } = stream;
  const textSpan = textSpans(draft.zpl, draft.encoding);
  const placeOf: SavedSpan = (span) => textSpan(stream.savedSpan(span));
  const options = { now, deadline: deadlineIn(VIEW_MS) };
  const { traced, failure } = tracedOf(() => traceLabels(sent, draft.size, { first, count }, options));
  return {
    clock: now.getTime(),
    width: traced?.canvas.width ?? 0,
    height: traced?.canvas.height ?? 0,
    labels: traced?.labels.map((label) => shownLabel(label, placeOf)) ?? [],
    first,
    labelCount: traced?.labelCount ?? 0,
    failure: failureOfValues(stream, draft.variables) ?? failure,
    warnings: warningsOf(stream, traced?.diagnostics ?? [], textSpan, placeOf),
    variables: variablesOf(stream),
    transforms: showTransforms(template.transforms, draft.variables, now),
  };
}

/**
 * The failure to insert values. While no value is given, only failures of the label itself count: those of its
 * transforms and its template.
 */
function failureOfValues(
  { template, failure }: DraftStream,
  variables: DraftLabel['variables'],
): string | null {
  const isTried = Object.values(variables).some((value) => value !== '');
  return isTried || template.failure !== null || !template.transforms.ok ? failure : null;
}

function tracedOf(trace: () => TracedLabels): {
  readonly traced: TracedLabels | null;
  readonly failure: string | null;
} {
  try {
    return { traced: trace(), failure: null };
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return { traced: null, failure: failureInFull(error.failure) };
  }
}

function shownLabel({ label, bitmap, boxes }: TracedLabel, placeOf: SavedSpan): ShownLabel {
  const { inverted, mirrored, doubled = false, printWidth, labelLength = null } = label;
  return {
    dots: Buffer.from(packDots(bitmap.words, bitmap.stride).buffer).toString('base64'),
    elements: boxes.map(
      ({ element, box }): ShownElement => ({ kind: element.kind, box, ...rangeOf(placeOf, element.span) }),
    ),
    inverted,
    mirrored,
    doubled,
    printWidth,
    labelLength,
  };
}

/** Warnings of the renderer about the label with these values. */
function warningsOf(
  { template }: DraftStream,
  drawn: readonly Diagnostic[],
  textSpan: TextSpan,
  placeOf: SavedSpan,
): readonly ShownFinding[] {
  return [
    ...template.diagnostics.map((diagnostic) => shownDiagnostic(diagnostic, textSpan)),
    ...drawn.map((diagnostic) => shownDiagnostic(diagnostic, placeOf)),
  ];
}

function shownDiagnostic({ command, span, reason }: Diagnostic, placeOf: SavedSpan): ShownFinding {
  const message = `${command} ${reason}`;
  const finding = { severity: 'warning', code: 'render', message, suggestion: null, fix: null } as const;
  return { ...rangeOf(placeOf, span), ...finding };
}

function rangeOf(placeOf: SavedSpan, span: TextRange): TextRange {
  const { start, end } = placeOf(span);
  return { start, end };
}

function variablesOf({ template }: DraftStream): readonly ShownVariable[] {
  return template.tokenNames.map((name) => ({
    name,
    kind: automaticName(name) === null ? 'variable' : 'automatic',
    isPicture: template.pictures.has(variableKey(name)),
  }));
}
