/** The place of a value in a JSON text. */
export interface JsonPlace {
  readonly start: number;
  readonly end: number;
}

/** A member of an object: the places of its value and its name. */
export interface JsonMember extends JsonPlace {
  readonly name: string;
  readonly nameStart: number;
}

/** The values of the array that begins at a place of valid JSON, in order. */
export function elementsAt(json: string, start: number): readonly JsonPlace[] {
  const elements: JsonPlace[] = [];
  for (let at = solid(json, start + 1); json[at] !== ']'; at = next(json, at)) {
    const element = { start: at, end: valueEnd(json, at) };
    elements.push(element);
    at = element.end;
  }
  return elements;
}

/** The members of the object that begins at a place of valid JSON, in order. */
export function membersAt(json: string, start: number): readonly JsonMember[] {
  const members: JsonMember[] = [];
  for (let at = solid(json, start + 1); json[at] !== '}'; at = next(json, at)) {
    const nameEnd = stringEnd(json, at);
    const name = JSON.parse(json.slice(at, nameEnd)) as string;
    const valueStart = solid(json, solid(json, nameEnd) + 1);
    const member = { name, nameStart: at, start: valueStart, end: valueEnd(json, valueStart) };
    members.push(member);
    at = member.end;
  }
  return members;
}

/** The first place from `from` on without white space. */
export function solid(json: string, from: number): number {
  let at = from;
  while (' \t\r\n'.includes(json[at] ?? '-')) at++;
  return at;
}

/** The place of the next value after one, or of the bracket that ends them. */
function next(json: string, end: number): number {
  const at = solid(json, end);
  return json[at] === ',' ? solid(json, at + 1) : at;
}

function valueEnd(json: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const character = json[at] as string;
    if (character === '"') at = stringEnd(json, at);
    else if ('{['.includes(character)) {
      depth++;
      at++;
    } else if ('}]'.includes(character)) {
      depth--;
      at++;
    } else if (depth > 0) at++;
    else while (!' \t\r\n,]}'.includes(json[at] ?? ',')) at++;
  } while (depth > 0);
  return at;
}

function stringEnd(json: string, start: number): number {
  let end = start + 1;
  while (json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end + 1;
}
