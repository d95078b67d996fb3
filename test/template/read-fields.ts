/**
 * A second, independent reading of ZPL fields for tests: prefixes, `^FH`, `^CI`, `^FB` and `^TB` as a printer
 * takes them. Shares no code with `src/`.
 */
export interface ReadField {
  readonly command: string;
  /** Bytes after `^FH`. */
  readonly bytes: Buffer;
  /** Characters, with the escapes of blocks undone. */
  readonly text: string;
}

/** Every data field of a stream given as Latin-1 text, and the names of all commands. */
export function readFields(stream: string): { readonly fields: ReadField[]; readonly names: string[] } {
  let caret = '^';
  let tilde = '~';
  let comma = ',';
  let ci = '0';
  let indicator: string | null = null;
  let block = '';
  const fields: ReadField[] = [];
  const names: string[] = [];
  let i = 0;
  const isPrefix = (c: string | undefined): boolean => c === caret || c === tilde;
  while (i < stream.length) {
    if (!isPrefix(stream[i])) {
      i++;
      continue;
    }
    const kind = stream[i] === caret ? '^' : '~';
    let name = stream.slice(i + 1, i + 3).toUpperCase();
    if (name[0] === 'A' && kind === '^') name = 'A';
    i += 1 + name.length;
    names.push(kind + name);
    if (name === 'CC' || name === 'CT' || name === 'CD') {
      const to = stream[i++] as string;
      if (name === 'CC') caret = to;
      else if (name === 'CT') tilde = to;
      else comma = to;
      continue;
    }
    const start = i;
    while (i < stream.length && !isPrefix(stream[i])) i++;
    const params = stream.slice(start, i);
    if (name === 'FH') indicator = params[0] ?? '_';
    else if (name === 'CI') ci = params.trim();
    else if (name === 'FB' || name === 'TB') block = name;
    else if (name === 'FS') {
      indicator = null;
      block = '';
    } else if (name === 'FD' || name === 'FV' || name === 'SN') {
      const data = name === 'SN' ? (params.split(comma)[0] as string) : params;
      const bytes = unescape(data.replaceAll(/[\r\n]/g, ''), indicator);
      indicator = null;
      fields.push({ command: kind + name, bytes, text: undoBlock(decode(bytes, ci), block) });
    }
  }
  return { fields, names };
}

function unescape(data: string, indicator: string | null): Buffer {
  const bytes: number[] = [];
  for (let i = 0; i < data.length; i++) {
    const pair = data.slice(i + 1, i + 3);
    if (data[i] === indicator && /^[0-9a-fA-F]{2}$/.test(pair)) {
      bytes.push(Number.parseInt(pair, 16));
      i += 2;
    } else bytes.push(data.charCodeAt(i));
  }
  return Buffer.from(bytes);
}

/** Text of a `^FB` or `^TB` block with its escapes undone. */
export function undoBlock(text: string, block: string): string {
  if (block === 'TB') return text.replaceAll('<<>', '<');
  if (block !== 'FB') return text;
  return text.replaceAll(/\\([&\\-])/g, (_, c) => (c === '&' ? '\n' : c === '-' ? '\u00ad' : '\\'));
}

const CP850_HIGH =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** For each id, pairs of a replaced ASCII character and what prints instead. */
const NATIONAL: Readonly<Record<string, string>> = {
  0: '\\¢',
  1: '[⅓\\¢]⅔{¼|½}¾',
  2: '#£\\¢',
  3: '#ƒ@§\\Ĳ|ĳ',
  4: '[Æ\\Ø]Å{æ|ø}å',
  5: '#Ü@É[Ä\\Ö]Å^Ü`é{ä|ö}å',
  6: '@§[Ä\\Ö]Ü{ä|ö}ü',
  7: '#£@à\\ç{é}ù',
  8: '@à[â\\ç]ê^î`ô{é|ù}è',
  9: '#£@§\\ç]é`ù{à|ò}è',
  10: '@§[¡\\Ñ]¿|ñ}ç',
  11: '#£@É[Ä\\Ö]Ü`ä{ë|ï}ö',
  12: '\\¥',
  13: '',
};

/** From 0x80; Node's own decoder takes this page for Latin-1. */
const WINDOWS_1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

function decode(bytes: Buffer, ci: string): string {
  if (ci === '28') return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (ci === '27')
    return Array.from(bytes, (byte) => WINDOWS_1252[byte - 0x80] ?? String.fromCharCode(byte)).join('');
  const national = NATIONAL[ci];
  if (national === undefined) throw new Error(`no table for ^CI${ci}`);
  return Array.from(bytes, (byte) => {
    if (byte === 0x15) return '€';
    if (byte >= 0x80) return CP850_HIGH[byte - 0x80] as string;
    const at = [...national].findIndex((c, index) => index % 2 === 0 && c === String.fromCharCode(byte));
    return at < 0 ? String.fromCharCode(byte) : (national[at + 1] as string);
  }).join('');
}
