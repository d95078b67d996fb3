import { AppendedFile } from './appended-file.ts';
import type { Document, DocumentState } from './document.ts';

/** Opens a file of ZPL. `stateReset` goes between pieces: who sends the file to a printer begins with the printer as it is. */
export async function openZplDocument(
  path: string,
  stateReset: Uint8Array,
  onto: DocumentState,
): Promise<Document> {
  const file = await AppendedFile.open(path, onto.length);
  return {
    get bytes() {
      return file.length;
    },
    inode: file.inode,
    async add({ bytes }) {
      if (bytes.length === 0) return;
      if (file.length > 0) await file.append(stateReset);
      await file.append(bytes);
    },
    async sync() {
      await file.sync();
      return { length: file.length, pages: 0 };
    },
    async end() {
      await file.flush();
    },
    close: () => file.close(),
  };
}
