import type { OpenedLabel } from '../workspace/workspace.ts';

/** A label that is in the page alone, with its values. */
export interface UnsavedLabel {
  readonly label: OpenedLabel;
  readonly variables: Readonly<Record<string, string>>;
}
