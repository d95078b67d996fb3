// Lists labels, draws one, checks a print job and prints it. PLATEN_URL (with its base path) and PLATEN_KEY are set.
// Usage: npx tsx print-labels.ts LABEL_ID HOST:9100
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { finished } from 'node:stream/promises';
import { PlatenClient, PlatenError, RefusedError } from 'platen/client';

const { PLATEN_URL = '', PLATEN_KEY = '' } = process.env;
const [labelId = '', printer = ''] = process.argv.slice(2);

/** Waits as Retry-After says while the service is busy or the budget is used up, and asks again. */
const platen = new PlatenClient({ url: PLATEN_URL, key: PLATEN_KEY, maxAttempts: 4 });

const parcel = {
  recipient: 'Zoë Brontë-Smith',
  address: 'Flat 2A\n45 High Street\nLondon',
  area: 'SW1A',
  unit: '1AA',
  tracking: 'NW123456789GB',
  order_id: 'EF-20260315',
  weight: '1.25',
  item: '1 of 2',
  sender: 'Ellwood & Finch Ltd\nManchester M1 2AB',
  instructions: 'Leave in the porch',
};

/** The faults of a print job, of which nothing is made. */
async function check(records: readonly Record<string, string>[]): Promise<string[]> {
  try {
    await platen.validatePrint(labelId, { records });
    return [];
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 422) throw error;
    const { message, fields, transforms } = error;
    return [
      message,
      ...fields.map(
        (field, i) => `record ${error.records[i]}: ${field.template} is ${field.value}: ${field.reason}`,
      ),
      ...transforms.map(
        ({ record, variable, value, reason }) => `record ${record}: ${variable} is ${value}: ${reason}`,
      ),
    ];
  }
}

/** Sends once. If the printer breaks off, some labels may be out: look before they are sent again. */
async function send(zpl: string): Promise<void> {
  const { hostname, port } = new URL(`tcp://${printer}`);
  const connection = connect({ host: hostname, port: Number(port), timeout: 30_000 });
  connection.on('timeout', () => connection.destroy(new Error(`${printer} does not answer`)));
  connection.end(zpl);
  await finished(connection.resume()); // it hangs up when it has all
}

try {
  for await (const { id, name, width, height } of platen.labels()) {
    console.log(`${id}  ${name}, ${width} x ${height} mm`);
  }
  const { data } = await platen.render(labelId, { format: 'png', variables: parcel });
  await writeFile('label.png', data);
  console.log((await check([parcel, { ...parcel, tracking: 'NW–1', weight: 'heavy' }])).join('\n'));
  const { zpl } = await platen.print(labelId, {
    records: [parcel, { ...parcel, item: '2 of 2' }],
    copies: 2,
  });
  await send(zpl);
} catch (error) {
  const { message } = error as Error;
  if (error instanceof RefusedError) console.error(`HTTP ${error.status} ${error.code}: ${message}`);
  else console.error(error instanceof PlatenError ? message : `printer ${printer}: ${message}`);
  process.exitCode = 1;
}
