import { fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { type DotsPerMm, dotsOf, headOf, type LabelSize } from '../units.ts';

/** The surface that a label is drawn on, in dots. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** The print head whose resident fonts are used. */
  readonly dotsPerMm: DotsPerMm;
}

/**
 * Refuses a saved size that the API does not render.
 *
 * @throws FailureError `dimensions_invalid`
 */
export function checkSavedSize({ widthMm, heightMm, dpi }: LabelSize): void {
  const { renderMillimetresMin: min, renderMillimetresMax: max } = LIMITS;
  if (!(dpi > 0 && Number.isFinite(dpi))) {
    fail('dimensions_invalid', `its dpi (${dpi}) must be a positive number`);
  }
  for (const [side, mm] of [['width', widthMm] as const, ['height', heightMm] as const]) {
    if (!(mm >= min && mm <= max)) {
      fail('dimensions_invalid', `its ${side} (${mm} mm) must be from ${min} to ${max} mm`);
    }
  }
}

/**
 * The canvas of a size: whole dots each way. Nothing is allocated.
 *
 * @throws FailureError `dimensions_invalid` for a size without a dot, `too_large` beyond the surface limits.
 */
export function canvasOf({ widthMm, heightMm, dpi }: LabelSize): Canvas {
  const width = dotsOf(widthMm, dpi);
  const height = dotsOf(heightMm, dpi);
  // Written so that NaN is refused too; infinities go on to the limits below.
  if (!(dpi > 0 && width >= 1 && height >= 1)) {
    fail('dimensions_invalid', `${widthMm} x ${heightMm} mm at ${dpi} dpi have no dots to draw`);
  }
  if (width > LIMITS.renderDots || height > LIMITS.renderDots) {
    fail(
      'too_large',
      `a label of ${width} x ${height} dots is larger than ${LIMITS.renderDots} dots on a side`,
    );
  }
  if (width * height > LIMITS.renderPixels) {
    fail('too_large', `a label of ${width} x ${height} dots has more than ${LIMITS.renderPixels} pixels`);
  }
  return { width, height, dotsPerMm: headOf(dpi) };
}
