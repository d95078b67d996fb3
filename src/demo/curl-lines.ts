/** Commands for a POSIX shell that ask the running service for a label; one of them leaves `label.png`. */
export function curlLines(
  url: string,
  key: string,
  labelId: string,
  variables: Readonly<Record<string, string>>,
): readonly string[] {
  const post = `-H 'x-api-key: ${key}' -H 'content-type: application/json'`;
  return [
    `curl -H 'x-api-key: ${key}' ${url}/labels`,
    '',
    `curl ${post} -o label.png ${url}/labels/${labelId}/render \\`,
    `  -d ${quoted({ format: 'png', variables })}`,
    '',
    `curl ${post} -o batch.zpl ${url}/labels/${labelId}/print \\`,
    `  -d ${quoted({ records: [variables, { ...variables, item: '2 of 2' }], copies: 2 })}`,
  ];
}

function quoted(body: unknown): string {
  return `'${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
}
