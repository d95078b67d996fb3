import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The result of giving bytes to a queue. `refused`: none of them is printed; `doubtful`: some may be printed. */
export type HandedOver =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused' | 'doubtful'; readonly why: string };

/** The printers of the operating system, by its own commands. */
export interface SystemPrinters {
  /** Names of the queues; none if the system has no command for them. */
  list(): Promise<readonly string[]>;
  /** Gives bytes to a queue as they are, once. */
  handOver(name: string, bytes: Uint8Array): Promise<HandedOver>;
}

/** The title of jobs in queues. */
const TITLE = 'Platen Studio';
/** The time after which printers are offered without those of the system. Milliseconds. */
const LIST_MS = 10_000;
/** Characters of a program's complaint that are shown. */
const WORDS_MAX = 500;

const run = promisify(execFile);

/** @param maxMs the time after which a command is ended */
export function systemPrinters(platform: NodeJS.Platform, maxMs: number): SystemPrinters {
  return platform === 'win32' ? windowsPrinters(maxMs) : cupsPrinters(maxMs);
}

/** The queues of CUPS, as Linux and macOS have it. */
function cupsPrinters(maxMs: number): SystemPrinters {
  return {
    list: () => linesOf('lpstat', ['-e']),
    async handOver(name, bytes) {
      const ended = await program('lp', ['-d', name, '-o', 'raw', '-t', TITLE], { input: bytes, maxMs });
      if (ended.status === 0) return { kind: 'taken' };
      return { kind: ended.isLate ? 'doubtful' : 'refused', why: ended.words };
    },
  };
}

/**
 * The queues of Windows, through PowerShell. Values reach the scripts as environment variables, so that no name is a
 * command.
 */
function windowsPrinters(maxMs: number): SystemPrinters {
  return {
    list: () => linesOf('powershell.exe', powerShell(LIST)),
    async handOver(name, bytes) {
      const folder = await mkdtemp(join(tmpdir(), 'platen-print-'));
      try {
        const path = join(folder, 'labels.zpl');
        await writeFile(path, bytes, { mode: 0o600 });
        const values = { PLATEN_PRINTER: name, PLATEN_FILE: path, PLATEN_TITLE: TITLE };
        const ended = await program('powershell.exe', powerShell(SEND), { values, maxMs });
        if (ended.status === 0) return { kind: 'taken' };
        const isDoubtful = ended.isLate || ended.status === BEGUN;
        return { kind: isDoubtful ? 'doubtful' : 'refused', why: ended.words };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Status of the sending script if it fails once the queue has some bytes. */
const BEGUN = 3;

/** Output in UTF-8 without a byte order mark, which would be read as a part of the first name. */
const IN_UTF8 = '[Console]::OutputEncoding = New-Object Text.UTF8Encoding $false';

const LIST = `${IN_UTF8}; Get-Printer | Select-Object -ExpandProperty Name`;

/** Windows has no command that prints bytes unchanged: the script calls functions of the spooler. */
const SEND = `
$ErrorActionPreference = 'Stop'
${IN_UTF8}
$begun = $false
try {
  Add-Type -TypeDefinition @'
using System;
using System.ComponentModel;
using System.Runtime.InteropServices;
public static class PlatenSpool {
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  public struct Document { public string Name; public string File; public string Kind; }
  [DllImport("winspool.drv", EntryPoint = "OpenPrinterW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool OpenPrinter(string name, out IntPtr printer, IntPtr defaults);
  [DllImport("winspool.drv", EntryPoint = "StartDocPrinterW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern int StartDocPrinter(IntPtr printer, int level, ref Document document);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool EndDocPrinter(IntPtr printer);
  [DllImport("winspool.drv")]
  static extern bool ClosePrinter(IntPtr printer);
  static void Check(bool done) { if (!done) throw new Win32Exception(Marshal.GetLastWin32Error()); }
  public static IntPtr Open(string name, string title) {
    IntPtr printer;
    Check(OpenPrinter(name, out printer, IntPtr.Zero));
    var document = new Document { Name = title, File = null, Kind = "RAW" };
    Check(StartDocPrinter(printer, 1, ref document) != 0);
    return printer;
  }
  public static void Write(IntPtr printer, byte[] bytes) {
    int written;
    Check(WritePrinter(printer, bytes, bytes.Length, out written));
    if (written != bytes.Length) throw new Exception(written + " of " + bytes.Length + " bytes were taken");
    Check(EndDocPrinter(printer));
    ClosePrinter(printer);
  }
}
'@
  $bytes = [IO.File]::ReadAllBytes($env:PLATEN_FILE)
  $printer = [PlatenSpool]::Open($env:PLATEN_PRINTER, $env:PLATEN_TITLE)
  $begun = $true
  [PlatenSpool]::Write($printer, $bytes)
} catch {
  [Console]::Error.WriteLine($_.Exception.GetBaseException().Message)
  if ($begun) { exit ${BEGUN} } else { exit 1 }
}
`;

/** Arguments with which PowerShell runs a script, encoded so that no quote can end it. */
function powerShell(script: string): readonly string[] {
  const encoded = Buffer.from(script, 'utf16le').toString('base64');
  return ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded];
}

async function linesOf(command: string, words: readonly string[]): Promise<readonly string[]> {
  try {
    const { stdout } = await run(command, words, { timeout: LIST_MS, windowsHide: true });
    return stdout.split(/\r?\n/).filter((line) => line !== '');
  } catch {
    return [];
  }
}

/** How a program ended. */
interface Ended {
  readonly status: number | null;
  /** Whether the program was stopped because it took too long. */
  readonly isLate: boolean;
  /** Complaints that the program printed. */
  readonly words: string;
}

async function program(
  command: string,
  words: readonly string[],
  {
    input = new Uint8Array(0),
    values = {},
    maxMs,
  }: {
    readonly input?: Uint8Array;
    readonly values?: Readonly<Record<string, string>>;
    readonly maxMs: number;
  },
): Promise<Ended> {
  const child = spawn(command, words, {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, ...values },
    windowsHide: true,
  });
  let said = '';
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill();
  }, maxMs);
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(0, WORDS_MAX)));
  // The program may end before it has read all; its status says why.
  child.stdin.on('error', () => {}).end(input);
  const [status] = (await once(child, 'close').catch((error: unknown) => {
    said ||= (error as Error).message;
    return [null];
  })) as [number | null];
  clearTimeout(timer);
  const late = `${command} did not end within ${maxMs / 1000} s`;
  return { status, isLate, words: isLate ? late : said.trim() || `${command} ended with ${String(status)}` };
}
