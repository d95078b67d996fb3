import type { OpenedLabel } from '../workspace/workspace.ts';

/** A label that is in the page alone, with its values. */
export interface UnsavedLabel {
  readonly label: OpenedLabel;
  readonly variables: Readonly<Record<string, string>>;
}

/** What all labels have that are in the page alone: *Save* asks where to. */
export const NOWHERE = {
  id: '',
  kind: 'bundle',
  place: '',
  home: '',
  outputFormat: 'vector',
  revision: null,
} as const satisfies Partial<OpenedLabel>;
