import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { CARRIER_VARIABLES } from '../labels/carrier.ts';

/** How rows are written. */
export type RowsFormat = 'csv' | 'csv, quoted' | 'jsonl';

const CITIES = ['Leeds', 'Köln', 'Utrecht', 'Saint-Étienne', 'Graz', 'Aarhus', 'Porto', 'Gdańsk'];
const NAMES = ['Ada Byron', 'Jürgen Groß', 'María Peña', 'Li Wei', 'Olu Adeyemi', 'Søren Holm', 'Zoë Baker'];
const STREETS = ['High Street', 'Industrieweg', 'Rue de la Paix', 'Hauptstraße', 'Kirkegade', 'Via Roma'];

/** The values of one row of the carrier's label, by its variables: no two rows are alike. */
export function carrierRow(number: number): Readonly<Record<string, string>> {
  const of = (list: readonly string[], step: number): string =>
    list[Math.floor(number / step) % list.length] as string;
  const values: Record<string, string> = {
    carrier: 'PARCELWAY',
    service: number % 3 === 0 ? 'EXPRESS' : 'STANDARD',
    product: `P${number % 90}`,
    from_name: 'Platen Goods Ltd.',
    from_street: '18 Mill Lane',
    from_city: 'Leeds',
    from_postcode: 'LS1 4AP',
    from_country: 'United Kingdom',
    to_name: of(NAMES, 1),
    to_company: number % 4 === 0 ? '' : `Customer ${number % 9973}`,
    to_street: `${1 + (number % 212)} ${of(STREETS, 3)}`,
    to_city: of(CITIES, 7),
    to_postcode: String(10_000 + (number % 89_999)),
    to_phone: `+44 7700 ${String(900_000 + (number % 99_999))}`,
    route: `R${number % 640}`,
    depot: `D${number % 37}`,
    tracking: `1Z999AA1${String(number).padStart(10, '0')}`,
    weight: `${1 + (number % 29)}.${number % 10}`,
    item: '1',
    items: String(1 + (number % 3)),
    reference: `ORD-${String(7_000_000 + number)}`,
    safe_place: number % 5 === 0 ? 'Behind the blue gate' : 'None',
  };
  return Object.fromEntries(CARRIER_VARIABLES.map((name) => [name, values[name] ?? '']));
}

/** Writes rows to a file, the header first where there is one. Returns its bytes. */
export async function writeCarrierRows(
  path: string,
  rows: number,
  format: RowsFormat = 'csv',
): Promise<number> {
  const file = createWriteStream(path, { highWaterMark: 1 << 20 });
  if (format !== 'jsonl') file.write(`${CARRIER_VARIABLES.join(',')}\n`);
  const quote = (value: string): string => `"${value.replaceAll('"', '""')}"`;
  const lineOf = (row: Readonly<Record<string, string>>): string => {
    if (format === 'jsonl') return JSON.stringify(row);
    const cells = Object.values(row);
    return (format === 'csv' ? cells : cells.map(quote)).join(',');
  };
  for (let number = 1; number <= rows; number++) {
    if (!file.write(`${lineOf(carrierRow(number))}\n`)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return file.bytesWritten;
}
