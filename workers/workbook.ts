import { workbookCsv } from '../src/delimited/workbook-csv.ts';

// Thread entry: a sheet of a workbook in, its rows as CSV out.

export default workbookCsv;
