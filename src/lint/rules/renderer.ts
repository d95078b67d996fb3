import type { RuleFamily } from '../rule-family.ts';

/** Other differences of renderer and substitution, which no rule names. */
export const RENDERER = {
  rules: {
    'drawn-otherwise': {
      from: [
        'too-many-commands',
        'too-many-elements',
        'too-much-data',
        'memory-full',
        'clock-missing',
        'too-many-font-links',
        'script-not-shaped',
        'picture-type-unsupported',
      ],
      severity: 'info',
      title: 'The picture differs from the print',
      wrong: 'A printer executes something here that the renderer does not.',
      // A diagnostic of the renderer without a rule of its own.
      example: null,
      corrected: null,
      instead: 'compare it with a printed label',
    },
    'raster-marker': {
      from: ['marker-damaged', 'raster-kept'],
      severity: 'warning',
      title: 'A marked raster cannot be redrawn',
      wrong: 'It keeps the saved picture, whatever values a request has.',
      example: '^XA^FO9,9«^FX»svc-barcode:9;symbology=qrcode^FS^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
      corrected: '^XA^FXA frame^FS^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
      instead: 'save the barcode again, or leave out the marker',
    },
  },
} as const satisfies RuleFamily;
