import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The fate of bytes that were given to a queue. `refused`: none of them is printed. */
export type HandedOver =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused' | 'doubtful'; readonly why: string };

/** The printers of the operating system, by its own commands. */
export interface SystemPrinters {
  /** Names of the queues; none where the system has no such command. */
  list(): Promise<readonly string[]>;
  /** Gives bytes to a queue as they are, once. */
  handOver(name: string, bytes: Uint8Array): Promise<HandedOver>;
}

/** The title of jobs in queues. */
const TITLE = 'Platen Studio';
/** The time after which a list of printers is done without. Milliseconds. */
const LIST_MS = 10_000;
/** Characters of a program's complaint that are shown. */
const WORDS_MAX = 500;

const run = promisify(execFile);

/** @param mostMs the time after which a command is ended */
export function systemPrinters(platform: NodeJS.Platform, mostMs: number): SystemPrinters {
  return platform === 'win32' ? windowsPrinters(mostMs) : cupsPrinters(mostMs);
}

/** The queues of CUPS, as Linux and macOS have it. */
function cupsPrinters(mostMs: number): SystemPrinters {
  return {
    list: () => linesOf('lpstat', ['-e']),
    async handOver(name, bytes) {
      const ended = await program('lp', ['-d', name, '-o', 'raw', '-t', TITLE], { input: bytes, mostMs });
      if (ended.status === 0) return { kind: 'taken' };
      return { kind: ended.isLate ? 'doubtful' : 'refused', why: ended.words };
    },
  };
}

/** Windows' own, by its PowerShell. Values reach the scripts as variables of the environment: no name is a command. */
function windowsPrinters(mostMs: number): SystemPrinters {
  return {
    list: () => linesOf('powershell.exe', powerShell(LIST)),
    async handOver(name, bytes) {
      const folder = await mkdtemp(join(tmpdir(), 'platen-print-'));
      try {
        const path = join(folder, 'labels.zpl');
        await writeFile(path, bytes, { mode: 0o600 });
        const values = { PLATEN_PRINTER: name, PLATEN_FILE: path, PLATEN_TITLE: TITLE };
        const ended = await program('powershell.exe', powerShell(SEND), { values, mostMs });
        if (ended.status === 0) return { kind: 'taken' };
        const isDoubtful = ended.isLate || ended.status === BEGUN;
        return { kind: isDoubtful ? 'doubtful' : 'refused', why: ended.words };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Status of the script that sends, once the queue has some bytes. */
const BEGUN = 3;

/** UTF-8 without a mark, which would be read as a part of the first name. */
const IN_UTF8 = '[Console]::OutputEncoding = New-Object Text.UTF8Encoding $false';

const LIST = `${IN_UTF8}; Get-Printer | Select-Object -ExpandProperty Name`;

/** Windows has no command that prints bytes as they are, but functions that programs call. */
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

/** Arguments with which PowerShell runs a script: in an encoding that no quote can break. */
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
  /** Whether it was ended, since it took too long. */
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
    mostMs,
  }: {
    readonly input?: Uint8Array;
    readonly values?: Readonly<Record<string, string>>;
    readonly mostMs: number;
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
  }, mostMs);
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(0, WORDS_MAX)));
  // The program may end before it has read all; its status says why.
  child.stdin.on('error', () => {}).end(input);
  const [status] = (await once(child, 'close').catch((error: unknown) => {
    said ||= (error as Error).message;
    return [null];
  })) as [number | null];
  clearTimeout(timer);
  const late = `it did not end within ${mostMs / 1000} s`;
  return { status, isLate, words: isLate ? late : said.trim() || `it ended with ${String(status)}` };
}
