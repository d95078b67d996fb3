import bwipjs from 'bwip-js/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodeMarked, isMarkedSymbology, type MarkedRequest } from '../../src/barcode/marked.ts';
import {
  type Dotted,
  dotted,
  inkOf,
  libraryPicture,
  rowsOf,
  scaledBy,
  turnedBy,
} from '../support/library-picture.ts';
import { prepareReader, readSymbol } from '../support/symbol-reader.ts';

interface Sample {
  readonly value: string;
  /** What a reader reads: the value itself, or a text of its own. Absent where it knows no such symbology. */
  readonly reads?: true | string;
  /** Why there is no raster of it. */
  readonly refused?: string;
}

/** A valid value of every symbology that the installed library has. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  ean5: { value: '90200' },
  ean2: { value: '05' },
  ean13: { value: '9520123456788', reads: true },
  ean8: { value: '95200002', reads: true },
  upca: { value: '012345000058', reads: '0012345000058' },
  upce: { value: '01234558', reads: '0012345000058' },
  isbn: { value: '978-1-56581-231-4 90000', reads: '9781565812314' },
  ismn: { value: '979-0-2605-3211-3', reads: '9790260532113' },
  issn: { value: '0311-175X 00 17', reads: '9770311175001' },
  mands: { value: '0642118', reads: '00642118' },
  code128: { value: 'Count01234567!', reads: true },
  'gs1-128': { value: '(01)09521234543213(3103)000123', reads: '01095212345432133103000123' },
  ean14: { value: '09528765432108', reads: '0109528765432108' },
  sscc18: { value: '095287654321012346', reads: '00095287654321012346' },
  code39: { value: 'THIS IS CODE 39', reads: true },
  code39ext: { value: 'Code39 Ext!', reads: true },
  code32: { value: '01234567', reads: 'A012345676' },
  pzn: { value: '123456', reads: '-1234562' },
  code93: { value: 'THIS IS CODE 93', reads: true },
  code93ext: { value: 'Code93 Ext!', reads: true },
  interleaved2of5: { value: '2401234567', reads: true },
  itf14: { value: '0 952 1234 54321 3', reads: '09521234543213' },
  identcode: { value: '563102430313', reads: true },
  leitcode: { value: '21348075016401', reads: true },
  databaromni: { value: '09521234543213', reads: '0109521234543213' },
  databarstacked: { value: '(01)09521234543213', reads: '0109521234543213' },
  databarstackedomni: { value: '(01)24012345678905', reads: '0124012345678905' },
  databartruncated: { value: '(01)09521234543213', reads: '0109521234543213' },
  databarlimited: { value: '0952123454321', reads: '0109521234543213' },
  databarexpanded: { value: '(01)09521234543213(3103)000123', reads: '01095212345432133103000123' },
  databarexpandedstacked: { value: '(01)09521234543213(3103)000123', reads: '01095212345432133103000123' },
  gs1northamericancoupon: {
    value: '(8110)106141416543213500110000310123196000',
    reads: '8110106141416543213500110000310123196000',
  },
  pharmacode: { value: '117480' },
  pharmacode2: { value: '117480' },
  code2of5: { value: '01234567' },
  industrial2of5: { value: '01234567' },
  iata2of5: { value: '01234567' },
  matrix2of5: { value: '01234567' },
  coop2of5: { value: '01234567' },
  datalogic2of5: { value: '01234567' },
  code11: { value: '0123456789' },
  bc412: { value: 'BC412SEMI' },
  rationalizedCodabar: { value: 'A0123456789B', reads: true },
  onecode: { value: '0123456709498765432101234567891' },
  postnet: { value: '01234' },
  planet: { value: '01234567890' },
  royalmail: { value: 'LE28HS9Z' },
  auspost: { value: '5956439111ABA 9' },
  kix: { value: '1231FZ13XHS' },
  japanpost: { value: '6540123789-A-K-Z' },
  msi: { value: '0123456789' },
  plessey: { value: '01234ABCD' },
  telepen: { value: 'ABCDEF', reads: true },
  telepennumeric: { value: '01234567', reads: true },
  posicode: { value: 'ABC123' },
  codablockf: { value: 'CODABLOCK F 34567890123456789010040digit' },
  code16k: { value: 'Abcd-1234567890-wxyZ' },
  code49: { value: 'MULTIPLE ROWS IN CODE 49' },
  channelcode: { value: '3493' },
  flattermarken: { value: '11099' },
  raw: {
    value: '331132131313411122131311333213114131131221323',
    refused: 'raw is a list of widths rather than a symbology',
  },
  daft: { value: 'FATDAFTDAD' },
  symbol: { value: 'fima', refused: 'symbol is the name of a picture rather than a symbology' },
  pdf417: { value: 'This is PDF417', reads: true },
  pdf417compact: { value: 'This is compact PDF417 é', reads: true },
  micropdf417: { value: 'MicroPDF417', reads: true },
  datamatrix: { value: 'This is Data Matrix!', reads: true },
  datamatrixrectangular: { value: '1234 é', reads: true },
  datamatrixrectangularextension: { value: '1234', reads: true },
  mailmark: { value: 'JGB 012100123412345678AB19XY1A 0             www.xyz.com', reads: true },
  qrcode: { value: 'http://goo.gl/0bis', reads: true },
  swissqrcode: {
    value:
      'SPC\r\n0200\r\n1\r\nCH5800791123000889012\r\nS\r\nRobert Schneider AG\r\nRue du Lac\r\n1268\r\n2501\r\nBiel\r\nCH\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n199.95\r\nCHF\r\nK\r\nZoë Rütschmann\r\nGrosse Marktgasse 28\r\n9400 Rorschach\r\n\r\n\r\nCH\r\nSCOR\r\nRF18539007547034\r\n\r\nEPD',
    reads: true,
  },
  microqrcode: { value: '1234', reads: true },
  rectangularmicroqrcode: { value: '1234', reads: true },
  maxicode: { value: 'Hello MaxiCode', reads: true },
  azteccode: { value: 'This is Aztec Code', reads: true },
  azteccodecompact: { value: '1234', reads: true },
  aztecrune: { value: '1', reads: '001' },
  codeone: { value: 'Code One é' },
  hanxin: { value: 'This is Han Xin 汉信码' },
  dotcode: { value: 'This is DotCode é' },
  ultracode: {
    value: 'Awesome colours!',
    refused: 'ultracode is printed in colours, which a raster of black and white cannot hold',
  },
  'gs1-cc': { value: '(01)09521234543213(3103)000123' },
  ean13composite: { value: '9520123456788|(99)1234-abcd', reads: '9520123456788' },
  ean8composite: { value: '95200002|(21)A12345678', reads: '95200002' },
  upcacomposite: { value: '012345000058|(99)1234-abcd', reads: '0012345000058' },
  upcecomposite: { value: '01234558|(15)021231', reads: '0012345000058' },
  databaromnicomposite: { value: '09521234543213|(11)990102', reads: '0109521234543213' },
  databarstackedcomposite: { value: '(01)09521234543213|(17)010200', reads: '0109521234543213' },
  databarstackedomnicomposite: { value: '(01)03612345678904|(11)990102', reads: '0103612345678904' },
  databartruncatedcomposite: { value: '(01)09521234543213|(11)990102', reads: '0109521234543213' },
  databarlimitedcomposite: {
    value: '(01)09521234543213|(21)abcdefghijklmnopqrst',
    reads: '0109521234543213',
  },
  databarexpandedcomposite: {
    value: '(01)09521234543213(3103)001234|(91)1A2B3C4D5E',
    reads: '01095212345432133103001234',
  },
  databarexpandedstackedcomposite: {
    value: '(01)09521234543213(10)ABCDEF|(21)12345678',
    reads: '010952123454321310ABCDEF',
  },
  'gs1-128composite': {
    value: '(00)095287654321012346|(02)09521234543213(37)24(10)1234567ABCDEFG',
    reads: '00095287654321012346',
  },
  d3aqr: {
    value: 'HTTPS://ID.GS1.ORG/01/09521234543213/22/ABC%2D123?99=XYZ-987',
    refused: 'd3aqr needs a category, which no key of a barcode marker gives',
  },
  gs1datamatrix: {
    value: '(01)09521234543213(17)120508(10)ABCD1234(410)9501101020917',
    reads: '01095212345432131712050810ABCD1234\u001d4109501101020917',
  },
  gs1datamatrixrectangular: {
    value: '(01)09521234543213(17)120508(10)ABCD1234(410)9501101020917',
    reads: '01095212345432131712050810ABCD1234\u001d4109501101020917',
  },
  gs1dldatamatrix: { value: 'https://id.gs1.org/01/09521234543213/22/ABC%2D123?99=XYZ-987', reads: true },
  gs1qrcode: {
    value: '(01)09521234543213(8200)http://www.abc.net(10)ABCD1234(410)9501101020917',
    reads: '01095212345432138200http://www.abc.net\u001d10ABCD1234\u001d4109501101020917',
  },
  gs1dlqrcode: { value: 'HTTPS://ID.GS1.ORG/01/09521234543213/22/ABC%2D123?99=XYZ-987', reads: true },
  gs1dotcode: { value: '(235)5vBZIF%!<B;?oa%(01)09521234543213(8008)19052001' },
  hibccode39: { value: 'A999BJC5D6E71', reads: 'a999BJC5D6E71.' },
  hibccode128: { value: 'A999BJC5D6E71', reads: '+A999BJC5D6E71.' },
  hibcdatamatrix: { value: 'A999BJC5D6E71', reads: '+A999BJC5D6E71.' },
  hibcdatamatrixrectangular: { value: 'A999BJC5D6E71', reads: '+A999BJC5D6E71.' },
  hibcpdf417: { value: 'A999BJC5D6E71', reads: '+A999BJC5D6E71.' },
  hibcmicropdf417: { value: 'A999BJC5D6E71', reads: '+A999BJC5D6E71.' },
  hibcqrcode: { value: 'A999BJC5D6E71', reads: '+A999BJC5D6E71.' },
  hibccodablockf: { value: 'A999BJC5D6E71' },
  hibcazteccode: { value: 'A999BJC5D6E71', reads: '+A999BJC5D6E71.' },
};

const LIBRARY = (bwipjs as unknown as { symbolList: readonly { bcid: string }[] }).symbolList.map(
  ({ bcid }) => bcid,
);
const DRAWN = Object.keys(SAMPLES).filter((symbology) => SAMPLES[symbology]?.refused === undefined);

beforeAll(prepareReader);

function drawn(symbology: string, more: Partial<MarkedRequest> = {}) {
  const { value } = SAMPLES[symbology] as Sample;
  const result = encodeMarked({ symbology, value, module: 2, rotation: 'N', ...more });
  if (!result.ok) throw new Error(`${symbology}: ${result.reason}`);
  return result;
}

function picture(symbology: string, more: Partial<MarkedRequest> = {}): Dotted {
  return dotted(drawn(symbology, more));
}

describe('every symbology that the library offers', () => {
  it('has a sample here', () => {
    expect(new Set(Object.keys(SAMPLES))).toEqual(new Set(LIBRARY));
  });

  it('is known', () => {
    expect(LIBRARY.filter((symbology) => !isMarkedSymbology(symbology))).toEqual([]);
  });
});

describe('a symbology of which no raster can be made is refused with the reason', () => {
  const refused = Object.entries(SAMPLES).filter(([, sample]) => sample.refused !== undefined);

  it.each(refused)('%s', (symbology, { value, refused: reason }) => {
    const result = encodeMarked({ symbology, value, module: 2, rotation: 'N' });
    expect(result).toEqual({ ok: false, kind: 'content', symbology, reason });
  });
});

describe('a reader reads what was encoded', () => {
  const readable = DRAWN.filter((symbology) => SAMPLES[symbology]?.reads !== undefined);

  it.each(readable)('%s', async (symbology) => {
    const { value, reads } = SAMPLES[symbology] as Sample;
    const module = symbology === 'maxicode' ? 10 : 3;
    // The reader finds MaxiCode upright only.
    for (const rotation of symbology === 'maxicode' ? (['N'] as const) : (['N', 'R'] as const)) {
      const reading = await readSymbol(drawn(symbology, { module, rotation }));
      expect(reading?.text).toBe(reads === true ? value : reads);
    }
  });
});

describe('module and rotation', () => {
  it.each(DRAWN)('%s is the same picture at every size, turned clockwise', (symbology) => {
    // MaxiCode has round parts, Swiss QR a cross of its own measures, and what is no whole modules is rounded.
    const isExact = !/^(?:maxicode|swissqrcode|flattermarken)$/.test(symbology) && !MEASURED.test(symbology);
    const upright = picture(symbology);
    const three = rowsOf(picture(symbology, { module: 3 }));
    if (isExact) expect(three).toEqual(rowsOf(scaledBy(3, picture(symbology, { module: 1 }))));
    (['N', 'R', 'I', 'B'] as const).forEach((rotation, quarters) => {
      expect(rowsOf(picture(symbology, { rotation }))).toEqual(rowsOf(turnedBy(quarters, upright)));
    });
  });

  it.each(DRAWN)('%s has its quiet modules, above and below only where it is no row of bars', (symbology) => {
    const bare = drawn(symbology);
    const quiet = drawn(symbology, { quiet: 5 });
    const isLinear = quiet.height === bare.height;
    expect([quiet.width - bare.width, quiet.height - bare.height]).toEqual([20, isLinear ? 0 : 20]);
    expect(rowsOf(inkOf(dotted(quiet)))).toEqual(rowsOf(inkOf(dotted(bare))));
    expect(isLinear).toBe(LINEAR.test(symbology));
  });
});

/** Bars side by side. */
const LINEAR =
  /^(?:ean\d+|upc[ae]|is[bms]n|mands|code(?:128|39|39ext|32|93|93ext|11|2of5)|.*[^e]2of5|gs1-128|sscc18|pzn|itf14|(?:ident|leit|one|channel|pharma)code|pharmacode2|databar(?:omni|truncated|limited|expanded)|bc412|rationalizedCodabar|postnet|planet|royalmail|auspost|kix|japanpost|msi|plessey|telepen(?:numeric)?|posicode|flattermarken|daft|hibccode(?:39|128))$/;
const MEASURED = /^(?:pharmacode2|onecode|postnet|planet|royalmail|auspost|kix|japanpost|daft)$/;
/** Encoded and drawn here, by the rules of the printer or with the freedom that a standard leaves. */
const OWN =
  /^(?:ean(?:2|5|8|13)|upca|code(?:128|39|93|11)|interleaved2of5|msi|plessey|postnet|planet|onecode|qrcode|swissqrcode|pdf417|micropdf417|datamatrix|azteccode|maxicode|channelcode|industrial2of5)$/;

/** How the library is asked for what a marker without sizes gives. */
const ASKED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  rectangularmicroqrcode: { version: 'R11x27' },
  mailmark: { type: '9' },
  code93ext: { includecheck: true },
  hanxin: {
    text: Buffer.from('54686973206973204861 6e2058696e20babad0c5c2eb'.replace(' ', ''), 'hex').toString(
      'latin1',
    ),
    binarytext: true,
  },
};
const GTIN = /^(?:ean14|databar(?:omni|limited|omnicomposite))$/;

function asked(symbology: string): Readonly<Record<string, unknown>> {
  const { value } = SAMPLES[symbology] as Sample;
  const text = GTIN.test(symbology) ? `(01)${value}` : symbology === 'sscc18' ? `(00)${value}` : value;
  const isAnnounced = /[^\0-\x7f]/.test(text) && symbology !== 'hanxin';
  const spelled = isAnnounced ? { text: `^ECI000026${text}`, parsefnc: true } : { text };
  return { bcid: symbology, ...spelled, ...ASKED[symbology] };
}

describe('is drawn as the library draws it', () => {
  const rest = DRAWN.filter((symbology) => !OWN.test(symbology) && !MEASURED.test(symbology));

  it.each(rest.filter((symbology) => !LINEAR.test(symbology) && !/dotcode/.test(symbology)))(
    '%s, dot for dot',
    async (symbology) => {
      const ours = inkOf(picture(symbology));
      const theirs = await libraryPicture({ ...asked(symbology), scale: 1 });
      // A module of matrix symbols is two units of the library's.
      const isMatrix = theirs.width === ours.width;
      expect(rowsOf(isMatrix ? ours : inkOf(picture(symbology, { module: 1 })))).toEqual(rowsOf(theirs));
    },
  );

  it.each(rest.filter((symbology) => LINEAR.test(symbology)))('%s, bar for bar', async (symbology) => {
    const ours = inkOf(picture(symbology));
    const theirs = await libraryPicture({ ...asked(symbology), scale: 2 });
    // Its lines end one dot further down than they are long.
    const longer: Dotted = {
      width: ours.width,
      height: ours.height + 1,
      at: (x, y) => (y < ours.height ? ours.at(x, y) : 0) | (y > 0 ? ours.at(x, y - 1) : 0),
    };
    expect(rowsOf(longer)).toEqual(rowsOf(theirs));
  });

  it.each(['royalmail', 'auspost', 'kix', 'japanpost', 'daft', 'pharmacode2'])(
    '%s, whose bars have several heights, within its roundings',
    async (symbology) => {
      const ours = inkOf(picture(symbology, { module: 20 }));
      const theirs = await libraryPicture({ ...asked(symbology), scale: 20 });
      expect(ours.width / ours.height / (theirs.width / theirs.height)).toBeCloseTo(1, 1);
      const [acrossBy, downBy] = [theirs.width / ours.width, theirs.height / ours.height];
      let wrong = 0;
      for (let y = 0; y < ours.height; y++) {
        for (let x = 0; x < ours.width; x++) {
          wrong += ours.at(x, y) ^ theirs.at(Math.floor(x * acrossBy), Math.floor(y * downBy));
        }
      }
      expect(wrong / (ours.width * ours.height)).toBeLessThan(0.04);
    },
  );

  it.each(['dotcode', 'gs1dotcode'])('%s, dot for dot', (symbology) => {
    const { pixs, pixx } = bwipjs.raw({ ...asked(symbology) } as never)[0] as never as {
      pixs: number[];
      pixx: number;
    };
    const at = (x: number, y: number) => pixs[y * pixx + x] as number;
    const cells = { width: pixx, height: pixs.length / pixx, at };
    expect(rowsOf(picture(symbology, { module: 1 }))).toEqual(rowsOf(cells));
  });
});
