/** Mapping of bytes to characters that a printer has as a file, as `^SE` selects it. */
interface EncodingTable {
  /** The name of the code page in iconv-lite. */
  readonly codePage: string;
  /** The numbers of the `^CI` encodings that can read by it. */
  readonly readBy: ReadonlySet<number>;
}

/** `^CI14` and 26 read characters of two bytes, and 16 those of an EUC form, which not every table has. */
const TWO_BYTES: ReadonlySet<number> = new Set([14, 26]);
const TWO_BYTES_AND_EUC: ReadonlySet<number> = new Set([14, 16, 26]);
/** JIS X 0208 in its own order, to which `^CI15` and `^CI16` convert their bytes. */
const JAPANESE: ReadonlySet<number> = new Set([16]);
const ONE_BYTE: ReadonlySet<number> = new Set([24]);

const CHINESE = { codePage: 'gbk', readBy: TWO_BYTES_AND_EUC };
const TRADITIONAL_CHINESE = { codePage: 'cp950', readBy: TWO_BYTES };
const KOREAN = { codePage: 'cp949', readBy: TWO_BYTES_AND_EUC };
const SHIFT_JIS = { codePage: 'shift_jis', readBy: TWO_BYTES };

/**
 * Tables that come with printers and their fonts, by name; those of Windows code pages are named for them. Labels in
 * use select most of these; that the contents are those of the code pages is taken from the names.
 */
const TABLES: Readonly<Record<string, EncodingTable>> = {
  'GB18030.DAT': { codePage: 'gb18030', readBy: TWO_BYTES_AND_EUC },
  'GB.DAT': CHINESE,
  'GB2312.DAT': CHINESE,
  'GBK.DAT': CHINESE,
  'CP936.DAT': CHINESE,
  'BIG5.DAT': TRADITIONAL_CHINESE,
  'CP950.DAT': TRADITIONAL_CHINESE,
  'UHANGUL.DAT': KOREAN,
  'CP949.DAT': KOREAN,
  'SJIS.DAT': SHIFT_JIS,
  'CP932.DAT': SHIFT_JIS,
  'JIS.DAT': { codePage: 'euc-jp', readBy: JAPANESE },
  'UJIS.DAT': { codePage: 'euc-jp', readBy: TWO_BYTES_AND_EUC },
};

/** Code pages of one byte a character, for `^CI24`. */
const CODE_PAGES = new Set(
  '437 737 775 850 852 855 857 858 860 861 862 863 864 865 866 869 874 1250 1251 1252 1253 1254 1255 1256 1257 1258'.split(
    ' ',
  ),
);

/** Whether `^CI` with this number reads by the table that `^SE` selected. */
export function readsByTable(id: number): boolean {
  return TWO_BYTES_AND_EUC.has(id) || ONE_BYTE.has(id);
}

/**
 * The code page by which `^CI` with this number reads, as iconv-lite calls it; null where that is not known.
 *
 * @param table file that `^SE` selected, upper case; null for none, when 16 reads EUC-JP and 26 reads GB 18030.
 */
export function codePageOf(id: number, table: string | null): string | null {
  if (table === null) return id === 16 ? 'euc-jp' : id === 26 ? 'gb18030' : null;
  const [, codePage = ''] = /^CP(\d+)\.DAT$/.exec(table) ?? [];
  const known = CODE_PAGES.has(codePage) ? { codePage: `cp${codePage}`, readBy: ONE_BYTE } : TABLES[table];
  return known?.readBy.has(id) === true ? known.codePage : null;
}
