import { LIMITS } from '../limits.ts';
import { readMember } from '../record/body-reader.ts';
import { parseJson } from '../record/json.ts';
import type { Io } from './io.ts';
import { readBytes } from './read-file.ts';

/**
 * The variables of a JSON file, under the API's rules for them.
 *
 * @throws FailureError for what the API would refuse, CommandFailure when the file cannot be read.
 */
export async function readVariables(file: string, io: Io): Promise<Readonly<Record<string, string>>> {
  const given = parseJson(await readBytes(file, io), file, {
    uniqueMember: (path) => path.length === 1,
    keepsDigits: (path) => path.length >= 1,
    longestText: LIMITS.variableValueUnits,
  });
  return readMember({ variables: given }, 'variables') ?? {};
}
