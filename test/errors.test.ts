import { describe, expect, test } from 'vitest';
import { failure, failureInFull } from '../src/errors.ts';

const fields = [{ symbology: 'ean13', template: '{ean}', value: '12', reason: 'ean13 takes 12 digits' }];

describe('a failure that points to members of the answer', () => {
  const faulty = failure(
    'barcode_invalid',
    ['1 of 2 records failed', { text: 'ean13', see: 'fields for what is allowed' }],
    { fields },
  );

  test('does so in its message, and not in its details', () => {
    expect(faulty).toMatchObject({
      message: 'Barcode content is invalid: 1 of 2 records failed; ean13; see fields for what is allowed.',
      details: '1 of 2 records failed; ean13',
    });
  });

  test('has its faults in their place, in full', () => {
    expect(failureInFull(faulty)).toBe(
      'Barcode content is invalid: 1 of 2 records failed; ean13; ean13 "{ean}": ean13 takes 12 digits',
    );
  });
});

test('words of a label that read like a pointer stay', () => {
  const details = 'in field "a; see transforms", U+0142 is not in the label\'s encoding, ^CI27';
  expect(failureInFull(failure('encoding_unsupported', details))).toContain(details);
});

test('a failure without details is the sentence of the catalogue', () => {
  expect(failure('key_missing')).toMatchObject({
    message: expect.stringMatching(/digits\.$/),
    details: null,
  });
  expect(failureInFull(failure('zpl_not_saved'))).toBe('This label has no saved ZPL');
});
