import { createHash } from 'node:crypto';
import type { TargetPrinter } from '../../lint/printer-models.ts';
import type { LabelSize } from '../../units.ts';

/** A label as lists show it. */
export interface ListedLabel {
  /** Tells it from all others of the workspace. */
  readonly id: string;
  readonly name: string;
  /** `zpl`: a file of bare ZPL; `bundle`: one of a file of bundles; `service`: one that a service has saved. */
  readonly kind: 'zpl' | 'bundle' | 'service';
  /** The place of a label, for people. */
  readonly place: string;
  /** Whether it can be renamed and deleted, in a studio that saves. */
  readonly isManaged: boolean;
}

/** The labels of files. */
export interface LabelList {
  /** Whether labels are saved anywhere but in the page's address. */
  readonly canSave: boolean;
  /** Whether all rows of a table can be checked and made. */
  readonly checksRows: boolean;
  /** Printers that a label can be compared with. */
  readonly targets: readonly Pick<TargetPrinter, 'name' | 'widthsMm'>[];
  readonly labels: readonly ListedLabel[];
  /** Whether a service has more labels. Its answer may take long. */
  readonly hasService: boolean;
}

/** The parts of a label that can change. */
export interface LabelContent {
  readonly zpl: string;
  /** `bytes`: each character of the text is a byte, since the file was not UTF-8 when it was opened. */
  readonly encoding: 'utf-8' | 'bytes';
  /** Null where nothing says it: a file of bare ZPL. */
  readonly size: LabelSize | null;
  /** As saved. */
  readonly fieldTransforms: unknown;
  /** Example values, which bundles have; null leaves those that the label has. */
  readonly examples: Readonly<Record<string, string>> | null;
}

/** A label that was opened. */
export interface OpenedLabel extends ListedLabel, LabelContent {
  /** Tells its folder or service from those of other studios; empty for a label that is in the page alone. */
  readonly home: string;
  readonly dynamicTokens: readonly string[];
  /** Empty where there are none. */
  readonly examples: Readonly<Record<string, string>>;
  readonly outputFormat: 'bitmap' | 'vector';
  /** The revision of the file as it was read: saving compares it with the file. Null if the label cannot be saved. */
  readonly revision: string | null;
}

/** Labels of one sort of place. Each method rejects with a `RequestRefusal` that people can read. */
export interface Workspace {
  list(): Promise<readonly ListedLabel[]>;
  open(id: string): Promise<OpenedLabel>;
  /** Writes the label where it came from. Refuses with 409 when that is no longer at the revision. */
  save(id: string, content: LabelContent, revision: string): Promise<OpenedLabel>;
  /** The file that a label would be in under another name; null for a label of a service. */
  renamedFile(id: string, name: string): Promise<FilePlace | null>;
  /**
   * Gives the label another name, and its file one that is made of it. Refuses with 409 when the label is no longer at
   * the revision, or the place of its new file is not as `replaces` says.
   *
   * @param replaces the revision of the file to replace; null where there is none
   */
  rename(id: string, name: string, revision: string, replaces: string | null): Promise<OpenedLabel>;
  /** Deletes the label with its file. Refuses with 409 when that is no longer at the revision. */
  remove(id: string, revision: string): Promise<void>;
}

/** The place of a file to write. */
export interface FilePlace {
  /** The path, for people. */
  readonly place: string;
  /** The revision of the file that is there; null for none. */
  readonly revision: string | null;
}

/** The key of a folder, by its path, or of a service, by its address. */
export function homeOf(place: string): string {
  return createHash('sha256').update(place).digest('base64url').slice(0, 16);
}
