/** Limits of requests and answers, on which callers rely. Units are in the names. */
export const LIMITS = {
  /** A request that takes longer is answered 503: twice what the slowest render that is allowed takes. Milliseconds. */
  requestMs: 15_000,
  bodyBytes: 65_536,
  variables: 50,
  variableNameUnits: 80,
  variableValueUnits: 1000,
  pageSize: 100,
  pageSizeDefault: 50,
  pageOffset: 10_000,
  printRecords: 25,
  printCopies: 100,
  printLabels: 100,
  /** JavaScript string units of stored ZPL, and of the output of one request. */
  zplUnits: 2_097_152,
  zplPrefixes: 10_000,
  renderPixels: 16_000_000,
  renderDots: 12_000,
  renderMillimetresMin: 10,
  renderMillimetresMax: 1000,
  textCharacters: 20_000,
  responseBytes: 33_554_432,
  markedFields: 128,
  rasterDots: 4096,
  rasterPixels: 8_388_608,
  /** Bytes of a picture in a value: what a request's body has room for as base64. */
  pictureBytes: 49_152,
  /** Pixels of it, before it is decoded. */
  picturePixels: 2_000_000,
  activeKeys: 5,
  /** Faults of each kind in an answer 422: barcodes, and steps of transforms. */
  faults: 500,
  rateUnitsPerMinute: 10_000_000,
} as const;

/** The most that is read of a table of rows, by `platen batch` and by the studio. */
export const TABLE_LIMITS = {
  columns: 1000,
  /** Bytes of a row, its line end included. A label takes 50 values of 1000 characters. */
  rowBytes: 1_048_576,
  /** Bytes of an Excel workbook. */
  workbookBytes: 67_108_864,
} as const;
