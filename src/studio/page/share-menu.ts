import { postForBlob } from './api-client.ts';
import { type CallLanguage, callCode } from './call-code.ts';
import { download } from './dom.ts';
import { type MenuItem, menu } from './menu.ts';
import { permalink } from './permalink.ts';
import { draftOf } from './preview.ts';
import type { PageStore } from './state.ts';

const LANGUAGES: readonly CallLanguage[] = ['curl', 'Python', 'TypeScript'];
const FORMATS = ['png', 'pdf', 'zpl'] as const;

/** Ways to share the label: files, calls of the service, and a link that holds it. */
export function shareMenu(store: PageStore): HTMLElement {
  const item = (words: string, work: () => Promise<void>): MenuItem => ({
    words,
    work: () => store.attempt(work),
  });
  return menu('Share', [
    ...FORMATS.map((format) => item(`Download ${format.toUpperCase()}`, () => downloadAs(store, format))),
    ...LANGUAGES.map((language) =>
      item(`Copy as ${language}`, () => copy(store, callCode(language, store.state), `The ${language} call`)),
    ),
    item('Copy link to this label', async () =>
      copy(store, `${location.origin}${location.pathname}${await permalink(store.state)}`, 'The link'),
    ),
  ]);
}

async function copy(store: PageStore, text: string, what: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  store.say(`${what} is copied`);
}

async function downloadAs(store: PageStore, format: (typeof FORMATS)[number]): Promise<void> {
  const { shown, label } = store.state;
  const index = shown === 'all' ? 0 : shown;
  const file = await postForBlob('api/file', { draft: draftOf(store.state), format, index });
  download(file, `${label.name}.${format}`);
}
