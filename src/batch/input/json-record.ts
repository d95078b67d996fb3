import { detailsOf, FailureError } from '../../errors.ts';
import { type Care, parseJson } from '../../http/json.ts';
import { asText } from '../../http/schemas.ts';

/** A member may appear once, and numbers stay as they were sent: as in the variables of a request. */
const CARE: Care = { once: (path) => path.length === 1, exact: () => true };

const WHAT = 'the row';

/** The members of a record's object as texts, as the API takes them; or why it has none, in words. */
export function memberTexts(
  line: Uint8Array,
): { readonly members: ReadonlyMap<string, string> } | { readonly fault: string } {
  try {
    const value = parseJson(line, WHAT, CARE);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { fault: `${WHAT} must be a JSON object` };
    }
    const members = new Map<string, string>();
    for (const [name, member] of Object.entries(value)) members.set(name, asText(member));
    return { members };
  } catch (error) {
    if (error instanceof FailureError) return { fault: detailsOf(error.failure) };
    throw error;
  }
}
