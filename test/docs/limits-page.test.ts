import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIMITS } from '../../src/limits.ts';

const PAGE = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');

/** How the page says each limit. */
const SAID: Readonly<Record<keyof typeof LIMITS, (value: number) => string>> = {
  requestMs: (value) => `time for a response | ${value} milliseconds`,
  bodyBytes: (value) => `request body | ${value} bytes`,
  variables: (value) => `variables of a record | ${value}`,
  variableNameUnits: (value) => `name of a variable | ${value} characters`,
  variableValueUnits: (value) => `value of a variable | ${value} characters`,
  pageSize: (value) => `\`limit\` of a list | ${value}`,
  pageSizeDefault: (value) => `\`limit\` of a list, by default | ${value}`,
  pageOffset: (value) => `\`offset\` of a list | ${value}`,
  printRecords: (value) => `records of a print job | ${value}`,
  printCopies: (value) => `copies | ${value}`,
  printLabels: (value) => `labels of a print job, records × copies | ${value}`,
  zplUnits: (value) => `ZPL, saved or made; a whole print job | ${value} characters`,
  zplPrefixes: (value) => `commands of a saved label | ${value}`,
  renderPixels: (value) => `dots of a picture | ${value}`,
  renderDots: (value) => `dots of a side | ${value}`,
  renderMillimetresMin: (value) => `width and height for PNG and PDF, at least | ${value} mm`,
  renderMillimetresMax: (value) => `width and height for PNG and PDF, at most | ${value} mm`,
  textCharacters: (value) => `text of a picture | ${value} characters`,
  responseBytes: (value) => `PNG, PDF or other response | ${value} bytes`,
  markedFields: (value) => `marked rasters of a label | ${value}`,
  rasterDots: (value) => `side of a redrawn raster | ${value} dots`,
  rasterPixels: (value) => `redrawn rasters of one request | ${value} dots`,
  pictureBytes: (value) => `file of a picture in a value | ${value} bytes`,
  picturePixels: (value) => `pixels of it | ${value}`,
  rateUnitsPerMinute: (value) => `units a minute that an account can be given | ${value}`,
  faults: (value) => `entries of \`fields\` in a 422 | ${value} | the rest is left out`,
  activeKeys: (value) => `active keys of an account | ${value}`,
};

test.each(Object.entries(SAID))('the page says %s as it is', (name, row) => {
  expect(PAGE).toContain(`| ${row(LIMITS[name as keyof typeof LIMITS])} |`);
});
