import { authorizationOf, openStudio } from './open-studio.ts';

export const ZPL = '^XA^FO20,30^A0N,40^FD{name}^FS^FO10,80^GB100,50,5^FS^XZ';

/** A label with a value, as the page sends it. */
export const DRAFT = {
  zpl: ZPL,
  encoding: 'utf-8',
  size: { widthMm: 50, heightMm: 25, dpi: 203 },
  fieldTransforms: [],
  dynamicTokens: [],
  variables: { name: 'Zoë' },
  now: 0,
};

/** Requests of someone who has been let in. */
export async function enteredInto<S extends { readonly url: string; newAddress(): string }>(studio: S) {
  const authorization = await authorizationOf(studio.newAddress());
  const get = (path: string) => fetch(studio.url + path, { headers: { authorization } });
  const send = (path: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(studio.url + path, { method: 'POST', headers: { authorization }, body });
  const post = (path: string, body: unknown) => send(path, JSON.stringify(body));
  return { ...studio, authorization, get, send, post };
}

/** A studio of the test's own, and someone in it. */
export async function entered(files: Readonly<Record<string, string | Uint8Array>>) {
  return enteredInto(await openStudio({ files }));
}
