import type { Variables } from '../record/variables.ts';
import { variableKey } from '../template/placeholders/token.ts';
import type { Template } from '../template/template.ts';

/** Names that values or saved transforms give, as they spell them. */
export function givenNames({ transforms }: Template, variables: Variables | null): readonly string[] {
  const transformed = transforms.ok ? transforms.transforms.map(({ variable }) => variable) : [];
  return [...transformed, ...Object.keys(variables ?? {})].map((name) => name.trim());
}

/** The keys of these names. */
export function givenKeys(template: Template, variables: Variables | null): ReadonlySet<string> {
  return new Set(givenNames(template, variables).map(variableKey));
}
