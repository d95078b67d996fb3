import { createHash } from 'node:crypto';
import type { TargetPrinter } from '../../lint/printer-models.ts';
import type { LabelSize } from '../../units.ts';

/** A label as lists show it. */
export interface ListedLabel {
  /** Unique in the workspace. */
  readonly id: string;
  readonly name: string;
  /** `zpl`: a file of bare ZPL; `bundle`: one of a file of bundles; `service`: one that a service has saved. */
  readonly kind: 'zpl' | 'bundle' | 'service';
  /** The place of the label in words: a path, or the id in a service. */
  readonly place: string;
  /** Whether it can be renamed and deleted, in a studio that saves. */
  readonly isManaged: boolean;
}

/** The labels of files. */
export interface WorkspaceLabels {
  /** Whether the studio saves labels to files or a service. */
  readonly canSave: boolean;
  /** Whether all rows of a table can be checked and made. */
  readonly checksRows: boolean;
  /** Printers that a label can be compared with. */
  readonly targets: readonly Pick<TargetPrinter, 'name' | 'widthsMm'>[];
  readonly labels: readonly ListedLabel[];
  /** Whether a service has further labels, which are a separate request: its answer may take long. */
  readonly hasService: boolean;
}

/** The parts of a label that can change. */
export interface LabelContent {
  readonly zpl: string;
  /** `bytes`: each character of the text is a byte, since the file was not UTF-8 when it was opened. */
  readonly encoding: 'utf-8' | 'bytes';
  /** Null for a file of bare ZPL, which has none. */
  readonly size: LabelSize | null;
  /** As saved. */
  readonly fieldTransforms: unknown;
  /** The example values of a bundle; null keeps those of the saved label. */
  readonly examples: Readonly<Record<string, string>> | null;
}

/** A label that was opened. */
export interface OpenedLabel extends ListedLabel, LabelContent {
  /** The key of the label's folder or service; empty for a label that exists in the page only. */
  readonly home: string;
  readonly dynamicTokens: readonly string[];
  /** Empty without examples. */
  readonly examples: Readonly<Record<string, string>>;
  readonly outputFormat: 'bitmap' | 'vector';
  /** The revision that was read: a save compares it with the file. Null if the label cannot be saved. */
  readonly revision: string | null;
}

/** The labels of files, or of a service. Each method rejects with a `RequestRefusal` whose message is for people. */
export interface Workspace {
  list(): Promise<readonly ListedLabel[]>;
  open(id: string): Promise<OpenedLabel>;
  /** Writes a label where it came from. Refuses with 409 if that has changed since the revision. */
  save(id: string, content: LabelContent, revision: string): Promise<OpenedLabel>;
  /** The file of a label under another name; null for a label of a service. */
  renamedFile(id: string, name: string): Promise<FilePlace | null>;
  /**
   * Gives a label another name, and its file the name that follows from it. Refuses with 409 if the label has changed
   * since the revision, or the file of the new name is not at `replaces`.
   *
   * @param replaces the revision of the file to replace; null for no file
   */
  rename(id: string, name: string, revision: string, replaces: string | null): Promise<OpenedLabel>;
  /** Deletes a label with its file. Refuses with 409 if the file has changed since the revision. */
  remove(id: string, revision: string): Promise<void>;
}

/** The place of a file to write. */
export interface FilePlace {
  /** The path in messages. */
  readonly place: string;
  /** The revision of the present file; null without a file. */
  readonly revision: string | null;
}

/** The key of a folder, by its path, or of a service, by its address. */
export function homeOf(place: string): string {
  return createHash('sha256').update(place).digest('base64url').slice(0, 16);
}
