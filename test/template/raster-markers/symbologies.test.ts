import bwipjs from 'bwip-js/node';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  drawMarker,
  isMarkerSymbology,
  type MarkerRequest,
} from '../../../src/template/raster-markers/draw-marker.ts';
import {
  type Dotted,
  dotted,
  inkOf,
  libraryPicture,
  rowsOf,
  scaledBy,
  turnedBy,
} from '../../support/library-picture.ts';
import { SAMPLES, type Sample } from '../../support/marked-samples.ts';
import { prepareReader, readSymbol } from '../../support/symbol-reader.ts';

const LIBRARY = (bwipjs as unknown as { symbolList: readonly { bcid: string }[] }).symbolList.map(
  ({ bcid }) => bcid,
);
const DRAWN = Object.keys(SAMPLES).filter((symbology) => SAMPLES[symbology]?.refused === undefined);

beforeAll(prepareReader);

function drawn(symbology: string, more: Partial<MarkerRequest> = {}) {
  const { value } = SAMPLES[symbology] as Sample;
  const result = drawMarker({ symbology, value, module: 2, rotation: 'N', ...more });
  if (!result.ok) throw new Error(`${symbology}: ${result.reason}`);
  return result;
}

function picture(symbology: string, more: Partial<MarkerRequest> = {}): Dotted {
  return dotted(drawn(symbology, more));
}

const usual = new Map<string, ReturnType<typeof drawn>>();

/** Upright, with modules of two dots: many tests begin with it, and it takes long to make. */
function usually(symbology: string): ReturnType<typeof drawn> {
  const made = usual.get(symbology) ?? drawn(symbology);
  usual.set(symbology, made);
  return made;
}

describe('every symbology that the library offers', () => {
  it('has a sample here', () => {
    expect(new Set(Object.keys(SAMPLES))).toEqual(new Set(LIBRARY));
  });

  it('is known', () => {
    expect(LIBRARY.filter((symbology) => !isMarkerSymbology(symbology))).toEqual([]);
  });
});

describe('a symbology of which no raster can be made is refused with the reason', () => {
  const refused = Object.entries(SAMPLES).filter(([, sample]) => sample.refused !== undefined);

  it.each(refused)('%s', (symbology, { value, refused: reason }) => {
    const result = drawMarker({ symbology, value, module: 2, rotation: 'N' });
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
    const upright = dotted(usually(symbology));
    const three = rowsOf(picture(symbology, { module: 3 }));
    if (isExact) expect(three).toEqual(rowsOf(scaledBy(3, picture(symbology, { module: 1 }))));
    (['R', 'I', 'B'] as const).forEach((rotation, i) => {
      expect(rowsOf(picture(symbology, { rotation }))).toEqual(rowsOf(turnedBy(i + 1, upright)));
    });
  });

  it.each(DRAWN)('%s has its quiet modules, above and below only where it is no row of bars', (symbology) => {
    const bare = usually(symbology);
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
      const ours = inkOf(dotted(usually(symbology)));
      const theirs = await libraryPicture({ ...asked(symbology), scale: 1 });
      // A module of matrix symbols is two units of the library's.
      const isMatrix = theirs.width === ours.width;
      expect(rowsOf(isMatrix ? ours : inkOf(picture(symbology, { module: 1 })))).toEqual(rowsOf(theirs));
    },
  );

  it.each(rest.filter((symbology) => LINEAR.test(symbology)))('%s, bar for bar', async (symbology) => {
    const ours = inkOf(dotted(usually(symbology)));
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
