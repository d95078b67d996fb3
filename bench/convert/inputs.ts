import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canvas } from '../../src/on-first-use.ts';
import { PdfFile } from '../../src/pdf/pdf-file.ts';
import { random } from '../harness/random.ts';
import { CARRIER_ZPL } from '../labels/carrier.ts';

/** A file that is converted, and how. */
export interface Input {
  readonly name: string;
  readonly path: string;
  readonly dpi: number;
  /** Dots of the result. */
  readonly width: number;
  readonly height: number;
  readonly kind: 'picture' | 'pdf';
  readonly isDithered: boolean;
}

/** Writes the files into a folder; the same bytes on each run. */
export function writeInputs(folder: string): readonly Input[] {
  const input = (name: string, file: string, bytes: Buffer, more: Partial<Input>): Input => {
    const path = join(folder, file);
    writeFileSync(path, bytes);
    return { name, path, dpi: 203, width: 400, height: 200, kind: 'picture', isDithered: false, ...more };
  };
  const pdf = labelPdf();
  const page = (dpi: number): Partial<Input> => ({ kind: 'pdf', dpi, width: 4 * dpi, height: 6 * dpi });
  return [
    input('logo of 400 × 200 (PNG)', 'logo.png', logo(), {}),
    input('photo of 1600 × 1200 (JPEG), dithered', 'photo.jpg', photo(), {
      width: 812,
      height: 609,
      isDithered: true,
    }),
    input('PDF of 4 × 6 inches at 203 dpi', 'label.pdf', pdf, page(203)),
    input('PDF of 4 × 6 inches at 300 dpi', 'label.pdf', pdf, page(300)),
  ];
}

function logo(): Buffer {
  const context = canvas().createCanvas(400, 200).getContext('2d');
  const disc = (colour: string, x: number, y: number, radius: number): void => {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  };
  context.fillStyle = 'white';
  context.fillRect(0, 0, 400, 200);
  disc('#123', 100, 100, 80);
  disc('white', 120, 90, 50);
  context.fillStyle = '#c11';
  for (let bar = 0; bar < 12; bar++) context.fillRect(200 + 15 * bar, 40 + 4 * bar, 9, 120 - 8 * bar);
  return context.canvas.toBuffer('image/png');
}

/** Discs of many colours on a light that fades to the edges. */
function photo(): Buffer {
  const [width, height] = [1600, 1200];
  const below = random(3);
  const context = canvas().createCanvas(width, height).getContext('2d');
  const light = context.createRadialGradient(800, 400, 50, 800, 600, 1200);
  light.addColorStop(0, '#fed');
  light.addColorStop(0.5, '#876');
  light.addColorStop(1, '#112');
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  for (let disc = 0; disc < 3000; disc++) {
    context.fillStyle = `rgba(${below(256)},${below(256)},${below(256)},0.25)`;
    context.beginPath();
    context.arc(below(width), below(height), 2 + below(60), 0, 2 * Math.PI);
    context.fill();
  }
  return context.canvas.toBuffer('image/jpeg', 85);
}

/** A carrier's label as a shop's program prints it: texts in Helvetica, and bars and rules as rectangles. */
function labelPdf(): Buffer {
  const below = random(5);
  const texts = [...CARRIER_ZPL.matchAll(/\^FD([^^]+)\^FS/g)].map(([, text = '']) =>
    text.replaceAll(/[^\w .:{}-]/g, ''),
  );
  const lines = texts.map((text, at) => `BT/F ${8 + (at % 4) * 3} Tf 12 ${410 - at * 11} Td(${text})Tj ET`);
  const bars: string[] = [];
  for (let x = 20; x < 260; ) {
    const width = 1 + below(4);
    bars.push(`${x} 20 ${width} 90 re f`);
    x += width + 1 + below(4);
  }
  const rules = [130, 300, 420].map((y) => `8 ${y} 272 1.5 re f`);
  const file = new PdfFile();
  file.add('<</Type/Catalog/Pages 2 0 R>>');
  file.add('<</Type/Pages/Count 1/Kids[3 0 R]>>');
  file.add(
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]/Contents 4 0 R' +
      '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
  );
  file.addStream('', Buffer.from([...lines, ...bars, ...rules].join('\n')));
  return file.finish();
}
