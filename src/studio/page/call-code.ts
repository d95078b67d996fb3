import type { OpenedLabel } from '../workspace/workspace.ts';

type Values = Readonly<Record<string, string>>;

/** The languages in which a call of the service can be copied. */
export type CallLanguage = 'curl' | 'Python' | 'TypeScript';

/** A call of the service that renders this label with these values, to paste into a program. */
export function callCode(
  language: CallLanguage,
  { label, variables }: { readonly label: Pick<OpenedLabel, 'kind' | 'place'>; readonly variables: Values },
): string {
  const isOnService = label.kind === 'service';
  const labelId = isOnService ? encodeURIComponent(label.place) : 'LABEL_ID';
  const note = isOnService ? '' : 'LABEL_ID is the id that `platen labels import` prints.';
  switch (language) {
    case 'curl':
      return curl(labelId, note, variables);
    case 'Python':
      return python(labelId, note, variables);
    case 'TypeScript':
      return typescript(labelId, note, variables);
    default:
      return language satisfies never;
  }
}

function curl(labelId: string, note: string, variables: Values): string {
  const body = JSON.stringify({ format: 'png', variables }).replaceAll("'", "'\\''");
  return [
    ...(note === '' ? [] : [`# ${note}`]),
    `curl -sS --fail-with-body "$URL/labels/${labelId}/render" -H "x-api-key: $KEY" -H 'content-type: application/json' \\`,
    `  -d '${body}' -o label.png`,
    '',
  ].join('\n');
}

function python(labelId: string, note: string, variables: Values): string {
  return [
    ...(note === '' ? [] : [`# ${note}`]),
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    os.environ["URL"] + "/labels/${labelId}/render",`,
    `    data=json.dumps({"format": "png", "variables": ${JSON.stringify(variables)}}).encode(),`,
    '    headers={"x-api-key": os.environ["KEY"], "content-type": "application/json"},',
    ')',
    'with urllib.request.urlopen(request) as answer, open("label.png", "wb") as file:',
    '    file.write(answer.read())',
    '',
  ].join('\n');
}

function typescript(labelId: string, note: string, variables: Values): string {
  return [
    ...(note === '' ? [] : [`// ${note}`]),
    "import { writeFile } from 'node:fs/promises';",
    "import { PlatenClient } from 'platen/client';",
    '',
    "const { URL: url = '', KEY: key = '' } = process.env;",
    'const platen = new PlatenClient({ url, key });',
    `const { data } = await platen.render(${JSON.stringify(labelId)}, {`,
    "  format: 'png',",
    `  variables: ${JSON.stringify(variables)},`,
    '});',
    "await writeFile('label.png', data);",
    '',
  ].join('\n');
}
