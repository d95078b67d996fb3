import type { Variables } from '../record/variables.ts';
import type { FailedStep } from '../template/records/content-faults.ts';
import type { Template } from '../template/template.ts';
import type { DotsPerMm, LabelSize } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Diagnostic, DiagnosticCode } from '../zpl/diagnostic.ts';
import type { BarcodeElement, Element, Span } from '../zpl/label.ts';
import type { PrinterState } from '../zpl/printer.ts';
import type { Command } from '../zpl/tokenize.ts';
import type { Edit, Severity } from './finding.ts';
import type { LabelEdges, PlacedElement } from './layout/layout.ts';
import type { TargetPrinter } from './printer-models.ts';
import type { RuleCode } from './rule-codes.ts';
import type { Unfilled } from './shown-stream.ts';

/** Words and examples of a rule. They make `docs/lint.md` and a page of `docs/lint`, and each example is tested. */
export interface Rule {
  readonly severity: Severity;
  /** A few words, without a full stop. */
  readonly title: string;
  /** Why it matters. Sentences. */
  readonly wrong: string;
  /** A stream with this finding only; `«` and `»` enclose the bytes of the finding. */
  readonly example: string | null;
  /** The example without the fault. */
  readonly corrected: string | null;
  /** The correction, without a full stop; the suggestion of a finding that has no better one. */
  readonly instead: string;
  /** Diagnostics of the renderer and of substitution that are findings of this rule. */
  readonly from?: readonly DiagnosticCode[];
  /** Whether these diagnostics are about the data of a field, whatever command they name. */
  readonly blamesData?: true;
  /** Whether repairs of this rule change the picture; absent for a rule without repairs. */
  readonly repair?: 'redraws' | 'keeps picture';
  /** Findings apply to the whole stream: each message is reported once, at its first place. */
  readonly isOfStream?: true;
}

/** A check's part of a finding; the rule has the rest. */
export interface Found {
  readonly code: RuleCode;
  /** Bytes of the command or parameter at fault. */
  readonly span: Span;
  readonly message: string;
  readonly command?: string | null;
  readonly parameter?: number;
  /** Replaces the suggestion of the rule. */
  readonly suggestion?: string;
  /** The repair, in the order of the stream, if there is only one; for a rule with `repair`. */
  readonly edits?: readonly Edit[];
}

/** Takes what checks find. */
export interface Findings {
  add(found: Found): void;
}

/** A variable as the label spells it. */
export interface Spelling {
  readonly name: string;
  /** The first place. */
  readonly span: Span;
  uses: number;
}

/** The variables of a stream, by their keys. */
export type Spellings = Map<string, Spelling>;

/** Is notified while a stream is carried out; each stream has its own. */
export interface CommandListener {
  /** The bytes before the first command. */
  lead?(text: string): void;
  /** The next command of the stream; those that a recalled format repeats do not come again. */
  read?(command: Command, printer: PrinterState): void;
  /** Before a command is carried out, recalled ones too. */
  before?(command: Command, printer: PrinterState): void;
  /** A diagnostic about a command, of any rule. */
  diagnosed?(command: Command, diagnostic: Diagnostic): void;
  /** Whether a diagnostic of a rule of this family is a finding; without this each is. */
  isFinding?(diagnostic: Diagnostic, command: Command, printer: PrinterState): boolean;
  end?(): void;
}

/** A stream whose commands were carried out one by one. */
export interface ReadStream {
  readonly bytes: ByteString;
  readonly dotsPerMm: DotsPerMm;
  /** The printer that the label is for, if it is known. */
  readonly model: TargetPrinter | null;
  /** As the stream leaves it. */
  readonly printer: PrinterState;
  /** The last place of each command. */
  readonly last: ReadonlyMap<string, Span>;
  /** The first command: the place of findings without a place of their own. */
  readonly start: Span;
  readonly spellings: Spellings;
}

/** A stream, and what substitution makes of it. */
export interface FilledStream extends ReadStream {
  readonly template: Template;
  /** Null where there are no values yet. */
  readonly variables: Variables | null;
  /** Names that the editor knows. */
  readonly dynamicTokens: readonly string[];
  /** Fields that cannot take their values. */
  readonly unfilled: readonly Unfilled[];
  readonly failedSteps: readonly FailedStep[];
  /** As it was given; its resolution is always known. */
  readonly size: Partial<LabelSize> & Pick<LabelSize, 'dpi'>;
}

/** A label that is laid out. */
export interface LaidOutLabel {
  readonly placed: readonly PlacedElement[];
  /** Elements whose data is completely known: none of their placeholders is without a value. */
  readonly known: readonly PlacedElement[];
  readonly edges: LabelEdges;
  readonly dotsPerMm: DotsPerMm;
  /** The place of an element's data, or of its command, in the stream as it was given. */
  spanOf(element: Element): Span;
}

/**
 * Rules about one subject: the text of each, and the check that finds them. A check is called for what it has methods
 * for: commands while the stream is carried out, then the stream as a whole, then each label as it is laid out.
 */
export interface RuleFamily {
  readonly rules: Readonly<Partial<Record<RuleCode, Rule>>>;
  readonly commands?: (
    report: Findings,
    spellings: Spellings,
    model: TargetPrinter | null,
  ) => CommandListener;
  readonly stream?: (stream: FilledStream, report: Findings) => void;
  /** Each known element of a label. */
  readonly element?: (placed: PlacedElement, label: LaidOutLabel, report: Findings) => void;
  /** Each barcode whose data has placeholders without a value. */
  readonly openBarcode?: (element: BarcodeElement, label: LaidOutLabel, report: Findings) => void;
  readonly label?: (label: LaidOutLabel, report: Findings) => void;
  /**
   * Whether a diagnostic of a rule of this family, met while a label is laid out, is a finding; without this each is.
   */
  readonly isFindingInLabel?: (diagnostic: Diagnostic, placed: readonly PlacedElement[]) => boolean;
}
