import type { ComparedText } from '../../convert/zpl-difference.ts';
import type { LabelaryResult, LabelaryTask, PageTask } from '../../labelary/labelary-task.ts';
import type { TargetPrinter } from '../../lint/printer-models.ts';
import type { RowTable } from '../rows/row-table.ts';
import type { DroppedStream, ImportChoices } from './dropped-stream.ts';
import type {
  DraftLabel,
  MadeFile,
  PictureChoices,
  PlacedPicture,
  PrinterDifference,
  ScaledDraft,
  ShownFinding,
  View,
} from './messages.ts';
import type { ReadBarcode } from './read-barcodes.ts';

/** Tasks of the thread. */
export type StudioTask =
  | { readonly kind: 'barcodes'; readonly draft: DraftLabel; readonly index: number }
  | {
      readonly kind: 'import';
      readonly name: string;
      readonly stream: Uint8Array;
      readonly choices: ImportChoices;
    }
  | {
      readonly kind: 'scale';
      readonly draft: Pick<DraftLabel, 'zpl' | 'encoding' | 'size'>;
      readonly toDpi: number;
    }
  | {
      readonly kind: 'print';
      readonly draft: DraftLabel;
      /** The values of each row. */
      readonly rows: readonly DraftLabel['variables'][];
      /** Their numbers in messages; null for a single label. */
      readonly numbers: readonly number[] | null;
      /** Copies of each row. */
      readonly copies: number;
    }
  | { readonly kind: 'findings'; readonly draft: DraftLabel; readonly printer: TargetPrinter | null }
  | { readonly kind: 'difference'; readonly from: ComparedText; readonly to: ComparedText }
  | { readonly kind: 'printer-stream'; readonly draft: DraftLabel; readonly index: number }
  | {
      readonly kind: 'printer-difference';
      readonly draft: DraftLabel;
      readonly index: number;
      readonly preview: Uint8Array;
    }
  | { readonly kind: 'rows'; readonly table: Uint8Array }
  | { readonly kind: 'picture'; readonly file: Uint8Array; readonly choices: PictureChoices }
  | { readonly kind: 'labelary'; readonly task: LabelaryTask | PageTask }
  | { readonly kind: 'view'; readonly draft: DraftLabel; readonly first: number; readonly count: number }
  | {
      readonly kind: 'file';
      readonly draft: DraftLabel;
      readonly format: 'zpl' | 'png' | 'pdf';
      readonly index: number;
    };

/** Results of each task. */
export interface StudioResults {
  readonly view: View;
  readonly file: MadeFile;
  readonly import: DroppedStream;
  readonly labelary: LabelaryResult;
  readonly picture: PlacedPicture;
  /** Jobs for a printer, one for each row. */
  readonly print: readonly Uint8Array[];
  readonly scale: ScaledDraft;
  readonly findings: readonly ShownFinding[];
  /** Null if too many lines differ. */
  readonly difference: string | null;
  readonly 'printer-stream': Uint8Array;
  readonly 'printer-difference': PrinterDifference;
  readonly rows: RowTable;
  /** Bar codes read in one label. */
  readonly barcodes: readonly ReadBarcode[];
}

/** An answer that crosses from the thread: errors would lose their class. */
export type StudioReply<K extends StudioTask['kind'] = StudioTask['kind']> =
  | { readonly ok: true; readonly result: StudioResults[K] }
  | { readonly ok: false; readonly status: number; readonly message: string };
