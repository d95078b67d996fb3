import { stat } from 'node:fs/promises';
import type { TargetPrinter } from '../lint/printer-models.ts';
import type { TokenHolder } from './access.ts';
import { EngineThread, PICTURES } from './engine/engine-thread.ts';
import { PrinterPreviews } from './printer-previews.ts';
import { Printing } from './printing.ts';
import { RowStreams } from './row-streams.ts';
import { startServer } from './server.ts';
import { LabelFiles } from './workspace/label-files.ts';
import type { Workspace } from './workspace/workspace.ts';

/** The labels and options of a studio. */
export interface StudioOptions {
  /** Files and folders of labels. */
  readonly paths: readonly string[];
  /** A service whose labels are listed, too; null for none. */
  readonly service: Workspace | null;
  /** Whether labels can be saved to files and service. */
  readonly canSave: boolean;
  /** Printers that labels can be compared with. */
  readonly targets: readonly TargetPrinter[];
  /** 0 takes a free one. */
  readonly port: number;
}

/** A studio that runs. */
export interface Studio {
  readonly port: number;
  /** A new address, which lets one browser in, once. */
  newAddress(holder?: TokenHolder): string;
  close(): Promise<void>;
}

/**
 * Starts a studio. Rejects if a path does not exist, or the port is taken.
 *
 * @param pictures bounds of the thread that draws pictures; tests give others
 */
export async function startStudio(
  { paths, service, canSave, targets, port }: StudioOptions,
  pictures: typeof PICTURES = PICTURES,
): Promise<Studio> {
  const entries = await Promise.all(paths.map(async (path) => ({ path, entry: await stat(path) })));
  const root = entries.find(({ entry }) => entry.isDirectory())?.path ?? '.';
  const threads = {
    drawing: new EngineThread('now'),
    background: new EngineThread('asked'),
    pictures: new EngineThread('asked', pictures),
  };
  const labelary = new EngineThread('asked');
  const printers = canSave ? new PrinterPreviews() : null;
  const stop = async (): Promise<void> => {
    printers?.stop();
    await Promise.all([...Object.values(threads), labelary].map((thread) => thread.stop()));
  };
  try {
    const files = new LabelFiles(paths, root);
    const server = await startServer(
      {
        files,
        service,
        printing: canSave ? new Printing() : null,
        rows: new RowStreams(),
        printers,
        targets,
        canSave,
        threads,
      },
      labelary,
      port,
    );
    return {
      port: server.port,
      newAddress: server.newAddress,
      close: async () => {
        await server.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
