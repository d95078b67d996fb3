import { headOf } from '../engine/canvas.ts';
import { renderImages } from '../engine/render-images.ts';
import { FailureError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { compile } from '../template/compile.ts';
import { type LabelSize, MM_PER_INCH } from '../units.ts';
import { type ByteString, byteStringOf } from '../zpl/byte-string.ts';
import { isJson } from '../zpl/is-json.ts';
import { parse } from '../zpl/parse.ts';
import { positive } from './arguments.ts';
import { CommandFailure } from './failure.ts';
import { answer, type Io } from './io.ts';
import { holdFontsOf } from './printer-fonts.ts';
import { fileName, readBytes } from './read-file.ts';
import { toWarnings, type Warning, warningLine } from './warnings.ts';

interface ToLint {
  readonly values: Readonly<Record<'width-mm' | 'height-mm' | 'dpi' | 'fonts', string | undefined>> & {
    readonly strict: boolean;
  };
  readonly operands: readonly [file: string];
  readonly json: boolean;
}

export async function lint({ values, json, operands }: ToLint, io: Io): Promise<void> {
  const file = fileName(operands[0]);
  const dpi = values.dpi === undefined ? 203 : positive(values.dpi, '--dpi');
  const given = {
    ...(values['width-mm'] === undefined ? {} : { widthMm: positive(values['width-mm'], '--width-mm') }),
    ...(values['height-mm'] === undefined ? {} : { heightMm: positive(values['height-mm'], '--height-mm') }),
  };
  await holdFontsOf(values.fonts, io);
  const bytes = await readBytes(operands[0], io);
  if (isJson(bytes.toString())) {
    throw new CommandFailure(
      `${file} is JSON, not ZPL; \`platen labels import\` says what is to be said of a bundle`,
    );
  }
  const zpl = byteStringOf(bytes);
  const warnings = lintFile(zpl, { ...declaredSize(zpl, dpi), ...given, dpi }, file);
  answer(io, json, warnings, () =>
    warnings.length === 0
      ? `${file}: no warnings`
      : warnings.map((warning) => warningLine(file, warning)).join('\n'),
  );
  if (values.strict && warnings.length > 0) {
    throw new CommandFailure(`${file} has ${warnings.length} warning${warnings.length === 1 ? '' : 's'}`);
  }
}

function lintFile(zpl: ByteString, size: LabelSize, file: string): readonly Warning[] {
  try {
    return findWarnings(zpl, size);
  } catch (error) {
    if (error instanceof FailureError) throw new CommandFailure(`${file}: ${error.message}`);
    throw error;
  }
}

/**
 * What the renderer and substitution warn about, in every label of a stream.
 *
 * @throws FailureError for a stream that cannot be rendered, or not at this size.
 */
export function findWarnings(zpl: ByteString, size: LabelSize): readonly Warning[] {
  const template = compile({ zpl, fieldTransforms: [], dynamicTokens: [] });
  if (template.failure !== null) throw new FailureError(template.failure);
  const { diagnostics } = renderImages(zpl, size, 'all');
  return toWarnings(zpl, [...template.diagnostics, ...diagnostics]);
}

/** Millimetres that the first `^PW` and `^LL` ask for; 4 x 6 inches where they ask nothing. */
function declaredSize(zpl: ByteString, dpi: number): Pick<LabelSize, 'widthMm' | 'heightMm'> {
  const { labels } = parse(zpl, { dotsPerMm: headOf(dpi) });
  const width = labels.map(({ printWidth }) => printWidth).find(isDrawn) ?? 4 * dpi;
  const length = labels.map(({ labelLength }) => labelLength).find(isDrawn) ?? 6 * dpi;
  return { widthMm: (width / dpi) * MM_PER_INCH, heightMm: (length / dpi) * MM_PER_INCH };
}

function isDrawn(dots: number | null | undefined): boolean {
  return typeof dots === 'number' && dots <= LIMITS.renderDots;
}
