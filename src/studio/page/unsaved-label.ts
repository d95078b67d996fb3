import type { OpenedLabel } from '../workspace/workspace.ts';

/** A label that is in the page alone, with its values. */
export interface UnsavedLabel {
  readonly label: OpenedLabel;
  readonly variables: Readonly<Record<string, string>>;
}

/** Members of all labels that exist in the page only: *Save* asks for a place. */
export const NOWHERE = {
  id: '',
  kind: 'bundle',
  place: '',
  isManaged: false,
  examples: {},
  home: '',
  outputFormat: 'vector',
  revision: null,
} as const satisfies Partial<OpenedLabel>;
