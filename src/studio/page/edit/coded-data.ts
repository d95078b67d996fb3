import { checkElement, PREDEFINED } from '../../../symbology/gs1.ts';
import { gs1CheckDigit } from '../../../symbology/linear/ean.ts';
import { dataCommands } from './field-data.ts';
import { moduleOf, type NewCommand, type NewField, squareOf } from './new-fields.ts';

/** Application identifiers in common use, with their names in the GS1 General Specifications. */
export const IDENTIFIERS: Readonly<Record<string, string>> = {
  '00': 'SSCC: logistic unit',
  '01': 'GTIN: trade item',
  '02': 'GTIN of contained trade items',
  '10': 'batch or lot',
  '11': 'production date (YYMMDD)',
  '13': 'packaging date (YYMMDD)',
  '15': 'best before date (YYMMDD)',
  '17': 'expiration date (YYMMDD)',
  '20': 'internal product variant',
  '21': 'serial number',
  '30': 'variable count of items',
  '37': 'count of contained trade items',
  '240': 'additional product identification',
  '3103': 'net weight, kg with 3 decimals',
  '400': 'customer order number',
  '401': 'consignment number (GINC)',
  '402': 'shipment number (GSIN)',
  '410': 'ship to (GLN)',
  '414': 'location (GLN)',
  '420': 'ship to postal code',
};

/** A value with its application identifier. */
export interface Gs1Element {
  readonly identifier: string;
  readonly value: string;
}

/**
 * The elements with their missing check digits; a message if a value is not valid. A value with a variable stays
 * unchanged.
 */
export function completedElements(elements: readonly Gs1Element[]): readonly Gs1Element[] | string {
  const done: Gs1Element[] = [];
  for (const { identifier, value } of elements) {
    const written = value.trim();
    const isVariable = written.includes('{');
    const withCheck = /^\d+$/.test(written) ? written + gs1CheckDigit(written) : written;
    const fault = isVariable ? null : checkElement(identifier, written);
    const isCompleted = fault !== null && checkElement(identifier, withCheck) === null;
    if (fault !== null && !isCompleted) return fault.replace('GS1-128: ', '');
    done.push({ identifier, value: isCompleted ? withCheck : written });
  }
  return done;
}

/** Symbols that hold elements of GS1. */
export const GS1_SYMBOLS: Readonly<
  Record<string, (elements: readonly Gs1Element[]) => NewField['commands']>
> = {
  'GS1-128': (elements) => (dotsPerMm) => {
    const height = Math.round(dotsPerMm * 10);
    const data = joined(elements, '>8', ({ identifier, value }) => `(${identifier})${value}`);
    return [
      ['BY', moduleOf(dotsPerMm), 3, height],
      ['BC', 'N', height, 'Y', 'N', 'N', 'D'],
      ...dataCommands(data),
    ];
  },
  'GS1 Data Matrix': (elements) => (dotsPerMm) => {
    const data = joined(elements, '_1', ({ identifier, value }) => identifier + value.replaceAll('_', '__'));
    return [['BX', 'N', squareOf(dotsPerMm), 200, 0, 0, 6, '_', 1], ...dataCommands(`_1${data}`)];
  },
};

/** Elements one after another, with a separator after each one of variable length. */
function joined(
  elements: readonly Gs1Element[],
  separator: string,
  write: (element: Gs1Element) => string,
): string {
  return elements
    .map((element, index) => {
      const isOpen = PREDEFINED[element.identifier.slice(0, 2)] === undefined && index < elements.length - 1;
      return write(element) + (isOpen ? separator : '');
    })
    .join('');
}

/** Contents of a QR Code that phones act on: the inputs of each by name, and the data. */
export const QR_CONTENTS: Readonly<
  Record<
    string,
    { readonly inputs: readonly string[]; data(values: Readonly<Record<string, string>>): string }
  >
> = {
  Link: {
    inputs: ['Address'],
    data: ({ Address = '' }) =>
      /^[a-z][a-z0-9+.-]*:/i.test(Address) || Address.startsWith('{') ? Address : `https://${Address}`,
  },
  'Wi-Fi': {
    inputs: ['Network', 'Password'],
    data: ({ Network = '', Password = '' }) =>
      Password === ''
        ? `WIFI:T:nopass;S:${escaped(Network)};;`
        : `WIFI:T:WPA;S:${escaped(Network)};P:${escaped(Password)};;`,
  },
  Contact: {
    inputs: ['Name', 'Company', 'Telephone', 'E-mail', 'Website'],
    data: (values) => {
      const parts = Object.entries({
        N: 'Name',
        ORG: 'Company',
        TEL: 'Telephone',
        EMAIL: 'E-mail',
        URL: 'Website',
      }).flatMap(([key, input]) => {
        const value = values[input]?.trim() ?? '';
        return value === '' ? [] : [`${key}:${escaped(value)};`];
      });
      return `MECARD:${parts.join('')};`;
    },
  },
};

/** The commands of a QR Code that holds a text. */
export function qrCommands(data: string): NewField['commands'] {
  return (dotsPerMm): readonly NewCommand[] => [
    ['BQ', 'N', 2, squareOf(dotsPerMm)],
    ...dataCommands(`QA,${data}`),
  ];
}

/** A value with escapes for the characters that end or divide parts; the braces of a variable stay. */
function escaped(value: string): string {
  return value.replaceAll(/[\\;,:"]/g, (character) => `\\${character}`);
}
