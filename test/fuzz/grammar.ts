import { deflateSync } from 'node:zlib';
import type { Chance } from './chance.ts';

/**
 * Every command that changes the image or the parse, and what its parameters are: `n` a number, `o` an
 * orientation, `b` yes or no, `f` a font with its size, `s` the name of a stored object, `x` one character,
 * `t` text, `g` a picture's data, `p` pairs of numbers; `.` joins nothing, other letters in brackets are choices.
 */
const COMMANDS = (
  '^FO:nnn ^FO:nnn ^FO:nnn ^FT:nnn ^LH:nn ^LS:n ^LT:n ^PO:[NI] ^PM:b ^PW:n ^LL:nb ^MU:[DIM]nn ^JM:[AB] ^LR:b ^MC:b ' +
  '^PQ:nnnbb ^CV:b ^CI:np ^SE:s ^PA:[01][01][01][01] ^FL:ss[01] ^FW:on ^A:f ^A:f ^CF:xnn ^CW:xs ^FB:nnn[LCRJ]n ^TB:onn ^FP:[HVR]n ^FR: ' +
  '^FH:x ^FN:n ^FE:x ^FC:xxx ^SO:nnnnnnn ^SL:nn ^SN:tnb ^SF:tt ^GB:nnn[BW]n ^GB:nnn[BW]n ^GC:nn[BW] ^GE:nnn[BW] ' +
  '^GD:nnn[BW][RL] ^GS:onn ^GF:[ABC]nnng ~DG:snng ~DY:s[ABCP][GPBXTEN]nng ~DU:sng ~DB:snnt ~EG: ^EG: ^ID:s ^XG:snn ' +
  '^IM:s ^IL:s ^IS:sb ^DF:s ^XF:s ^BY:nnn ^B0:onbnbnt ^BO:onbnbnt ^B1:obnbb ^B2:onbbb ^B3:obnbb ^B4:onbn ^B5:onbb ' +
  '^B7:onnnnb ^B8:onbb ^B9:onbbb ^BA:onbbb ^BB:onbnn[AEF] ^BC:onbbb[NUAD] ^BD:nnn ^BE:onbb ^BF:onn ^BI:onbb ' +
  '^BJ:onbb ^BK:obnbb[ABCD][ABCD] ^BL:onb ^BM:o[ABCD]nbbb ^BP:obnbb ^BQ:onn[HQML]n ^BR:onnnnn ^BS:onbb ^BT:onnnnn ' +
  '^BU:onbbb ^BX:onnnnnxn ^BZ:onbbn ^FM:nnnnnnnn ^FX:t ^CC:x ^CD:x ^CT:x ~CC:x ~CD:x ~CT:x ^XA: ^XZ: ^XZ: ^ZZ:tn ' +
  '^RF:[WR][HA]nnn ^RQ:[HA]nn ^RA:[HA]nnn ^RT:nnnnn ^WT:nnnnn ^WF:nnn'
).split(' ');

/** The names of the commands above, and of those that every generated field has. */
export const GENERATED_NAMES: ReadonlySet<string> = new Set([
  ...COMMANDS.map((command) => command.slice(0, command.indexOf(':'))),
  '^FD',
  '^FV',
  '^FS',
]);

const NUMBERS = [
  '0',
  '-1',
  '1',
  '2',
  '3',
  '8',
  '10',
  '36',
  '50',
  '100',
  '203',
  '999',
  '9999',
  '12000',
  '32000',
];
const HOSTILE_NUMBERS = [
  '99999',
  '99999999',
  '1e308',
  '-2147483649',
  '0.0001',
  '',
  '.',
  '+7',
  '\xd9\xa3',
  'NaN',
  '0x10',
];
const NAMES = ['R:A.GRF', 'E:A.ZPL', 'A', 'B:*.*', 'R:??', '', ':', '.', 'R:F.TTF', 'Z:NONE.PNG'];
const TEXTS = [
  '',
  '0',
  '12345678901',
  '0123456789012',
  'ABC-123',
  '>:A>5123456>6b',
  'MA,hello',
  'HM,N1234A12B0004ABCD',
  '(01)09501101530003(17)250101',
  '0109501101530003|21ABC',
  '[)>\x1e01\x1d96841706672\x1d840\x1d001\x1e\x04',
  '#1##2,f,1,3#{v}',
  '%H:%M %d {DATE} {COUNTER:9}',
  '_1D_5E_7E_ff_GG',
  '\\&\\\\\\-line\\',
  'Stra\xc3\x9fe \xe2\x82\xac \xd7\xa9\xd7\x9c \xff\xfe',
  '1,2;3|4\r\n5\t6',
  '~DG~ ~~ \x00\x02\x0f',
  '{v}{V}{}{{w}}',
];

/** A number as a label might hold it, or as nobody would write it. */
export function numberText(chance: Chance): string {
  if (chance.oneIn(12)) return chance.of(HOSTILE_NUMBERS);
  return chance.oneIn(2) ? chance.of(NUMBERS) : String(chance.below(400));
}

/** A whole stream: labels of fields of commands, most of them where they belong. */
export function generatedStream(chance: Chance): string {
  let stream = '';
  for (let label = chance.below(3); label >= 0; label--) {
    stream += '^XA';
    for (let field = chance.below(12); field >= 0; field--) stream += generatedField(chance);
    if (!chance.oneIn(20)) stream += '^XZ';
  }
  return stream;
}

function generatedField(chance: Chance): string {
  let field = `^FO${chance.below(400)},${chance.below(300)}`;
  for (let i = chance.below(4); i >= 0; i--) field += generatedCommand(chance);
  if (chance.oneIn(4)) field += '^FH';
  if (!chance.oneIn(5)) field += `${chance.of(['^FD', '^FD', '^FD', '^FV', '^SN'])}${text(chance)}`;
  return chance.oneIn(15) ? field : `${field}^FS`;
}

/** One command with parameters of the right kind, though seldom in range. */
export function generatedCommand(chance: Chance): string {
  const [name = '', kinds = ''] = chance.of(COMMANDS).split(':');
  const params = (kinds.match(/\[\w+\]|\w/g) ?? []).map((kind) => parameter(kind, chance));
  // Trailing parameters are often left out.
  if (chance.oneIn(3)) params.length = chance.below(params.length + 1);
  return name + params.join(chance.oneIn(40) ? ';' : ',');
}

function parameter(kind: string, chance: Chance): string {
  if (chance.oneIn(15)) return chance.of(HOSTILE_NUMBERS);
  switch (kind) {
    case 'n':
      return numberText(chance);
    case 'o':
      return chance.of(['N', 'R', 'I', 'B', '', 'Q']);
    case 'b':
      return chance.of(['Y', 'N', '']);
    case 'f':
      return `${chance.of('00ABCDEFGHPQRSTUVZ@9')}${chance.of('NRIB')},${numberText(chance)},${numberText(chance)}`;
    case 's':
      return chance.of(NAMES);
    case 'x':
      return chance.of('^~,;#%_+AB0\x02 \xe9');
    case 't':
      return text(chance);
    case 'p':
      return Array.from({ length: chance.below(20) }, () => chance.below(256)).join(',');
    case 'g':
      return pictureData(chance);
    default:
      return chance.of(kind.slice(1, -1));
  }
}

function text(chance: Chance): string {
  if (!chance.oneIn(10)) return chance.of(TEXTS);
  const length = chance.oneIn(10) ? chance.below(4000) : chance.below(60);
  const from = chance.of([
    '0123456789',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ -',
    '\xc3\xa9\xe2\x82\xac\x80\xff\x1d>_\\ ',
  ]);
  let made = '';
  for (let i = 0; i < length; i++) made += chance.of(from);
  return made;
}

function pictureData(chance: Chance): string {
  const length = chance.below(chance.oneIn(10) ? 20_000 : 300);
  switch (chance.below(4)) {
    case 0:
      return `:Z64:${deflateSync(Buffer.alloc(length, chance.below(256))).toString('base64')}:${chance.oneIn(2) ? '' : 'ABCD'}`;
    case 1:
      return `:B64:${Buffer.alloc(chance.below(300), 0x5a).toString('base64')}`;
    default:
      return Array.from({ length: Math.min(length, 300) }, () =>
        chance.of('0123456789ABCDEFGHYgz,!:\n '),
      ).join('');
  }
}
