/** Has errors and warnings, in text and symbols. */
export const FAULTY =
  '^XA\n^CI28\n^PW609^LL406\n^FO24,24^A0N,44,44^FD{recipient}^FS\n^FO24,100^BY2^BEN,90,Y,N^FD50123x56789^FS\n' +
  '^FO24,240^A0N,40,40^FDFragile: this side up, keep it dry^FS\n^FO450,250^GB140,110,4^FS\n^FOabc,320^A0N,30,30^FDOrder {order\n^XZ\n';

/** Prints three labels. */
export const SERIES = [1, 2, 3]
  .map(
    (n) =>
      `^XA\n^PW406^LL203\n^FO20,20^A0N,40,40^FDBox ${n} of 3^FS\n^BY2^FO20,80^BCN,80,Y,N^FDBOX-00${n}^FS\n^XZ\n`,
  )
  .join('');

const PRICE =
  '^XA\n^PW400^LL200\n^FO16,16^A0N,32,32^FD{name}^FS\n^FO16,60^A0N,24,24^FDPacked {DATE} {TIME}^FS\n^FO16,100^A0N,64,64^FD{price}^FS\n^XZ\n';

/** A bundle with transforms and a clock. */
export const PRICED = JSON.stringify({
  name: 'Price',
  width: 50,
  height: 25,
  dpi: 203,
  output_format: 'vector',
  zpl: PRICE,
  field_transforms: [
    { variable: 'name', steps: [{ op: 'trim' }, { op: 'upper' }, { op: 'max_length', length: 20 }] },
    {
      variable: 'price',
      steps: [
        { op: 'number', decimals: 2 },
        { op: 'prefix', text: '£' },
      ],
    },
  ],
});
