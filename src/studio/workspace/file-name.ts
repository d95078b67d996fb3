/** Names that Windows reserves for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The most bytes of a name without its ending: file systems take 255 with it, and for the temporary file of a save. */
const BYTES_MAX = 150;

/**
 * The name of the file for a label's name, without an ending: letters of any script, digits, `_`, `.` and `-`. Every
 * file system takes such a name, and it leads to no other folder.
 */
export function fileNameOf(name: string): string {
  const plain = shortened(name.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')).replace(
    /^[-.]+|[-.]+$/g,
    '',
  );
  return RESERVED.test(plain) ? `label-${plain}` : plain || 'label';
}

function shortened(name: string): string {
  let bytes = 0;
  let end = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > BYTES_MAX) break;
    end += character.length;
  }
  return name.slice(0, end);
}
