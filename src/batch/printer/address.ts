import { BatchUsage } from '../batch-failure.ts';

/** The address at which a printer accepts ZPL. */
export interface PrinterAddress {
  readonly host: string;
  readonly port: number;
  /** The name for people, with the port only if it is not the usual one. */
  readonly name: string;
}

/** The raw port of Zebra printers, unless it was changed. */
const USUAL_PORT = 9100;

/** Reads `HOST`, `HOST:PORT`, `[IPv6]` or `[IPv6]:PORT`; throws a `BatchUsage` for anything else. */
export function printerAddress(text: string): PrinterAddress {
  const [, v6, name, digits] = /^(?:\[([\da-f:.]+(?:%\w+)?)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = v6 ?? name;
  const port = digits === undefined ? USUAL_PORT : Number(digits);
  if (host === undefined || port < 1 || port > 65_535) {
    throw new BatchUsage(
      `--printer ${JSON.stringify(text)} is no address of a printer: give HOST, HOST:PORT or [IPv6]:PORT, with a port from 1 to 65535 (${USUAL_PORT} unless given).`,
    );
  }
  const shown = v6 === undefined ? host : `[${v6}]`;
  return { host, port, name: port === USUAL_PORT ? shown : `${shown}:${port}` };
}
