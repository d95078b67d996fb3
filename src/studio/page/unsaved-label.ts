import type { OpenedLabel } from '../workspace/workspace.ts';

/** A label that exists in the page only, with its values. */
export interface UnsavedLabel {
  readonly label: OpenedLabel;
  readonly variables: Readonly<Record<string, string>>;
}

/** Members of every label that exists in the page only: *Save* asks for its file. */
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
