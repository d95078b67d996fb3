import type { Imported, ImportOptions } from '../import/import-stream.ts';
import type { ImportedLabel } from '../import/label-maker.ts';
import type { SourceFile } from '../import/source-stream.ts';
import type { LintOptions } from '../lint/finding.ts';
import type { Fixed } from '../lint/fix.ts';
import type { Linted } from '../lint/lint.ts';
import type { LabelSize } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';

/** Work on labels that a command leaves to its thread. */
export type LabelTask =
  | { readonly kind: 'lint' | 'fix'; readonly zpl: Uint8Array; readonly options: LintOptions }
  | {
      readonly kind: 'import';
      readonly files: readonly [SourceFile, ...SourceFile[]];
      readonly options: ImportOptions;
    }
  | {
      readonly kind: 'compare';
      readonly stream: ByteString;
      readonly label: ImportedLabel;
      readonly size: LabelSize;
    };

/** Results of each task. */
export interface LabelResults {
  readonly lint: Linted;
  readonly fix: Fixed;
  readonly import: Imported;
  /** As {@link differenceOf}. */
  readonly compare: string | null;
}

/** A result, or why the stream is refused. */
export type LabelReply =
  | { readonly ok: true; readonly result: LabelResults[LabelTask['kind']] }
  | { readonly ok: false; readonly message: string };

/** Does a task in this thread, which loads what the task takes. */
export async function labelTask(task: LabelTask): Promise<LabelReply> {
  switch (task.kind) {
    case 'lint': {
      const { lintWithTotals } = await import('../lint/lint.ts');
      return { ok: true, result: lintWithTotals(task.zpl, task.options) };
    }
    case 'fix': {
      const { fix } = await import('../lint/fix.ts');
      return { ok: true, result: fix(task.zpl, task.options) };
    }
    case 'import': {
      const { ImportRefusal, importStream } = await import('../import/import-stream.ts');
      try {
        return { ok: true, result: await importStream(task.files, task.options) };
      } catch (error) {
        if (error instanceof ImportRefusal) return { ok: false, message: error.message };
        throw error;
      }
    }
    case 'compare': {
      const { differenceOf } = await import('../import/draws-alike.ts');
      return { ok: true, result: differenceOf(task.stream, task.label, task.size) };
    }
    default:
      return task satisfies never;
  }
}
