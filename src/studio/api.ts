import type { TargetPrinter } from '../lint/printer-models.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { jsonAnswer, type StudioAnswer } from './answer.ts';
import type { EngineThread } from './engine/engine-thread.ts';
import type { PrinterPreviews } from './printer-previews.ts';
import type { Printing } from './printing.ts';
import {
  AddRequest,
  BarcodesRequest,
  DeleteRequest,
  DifferenceRequest,
  FilePlaceRequest,
  FileRequest,
  FindingsRequest,
  PictureRequest,
  PrinterRequest,
  parseRequest,
  RenameRequest,
  SaveRequest,
  ScaleRequest,
  ViewRequest,
} from './requests.ts';
import type { RowStreams } from './row-streams.ts';
import type { LabelFiles } from './workspace/label-files.ts';
import { PREFIX } from './workspace/service-labels.ts';
import type { Workspace, WorkspaceLabels } from './workspace/workspace.ts';

/** The parts that answer the page's requests. */
export interface StudioParts {
  readonly files: LabelFiles;
  /** Labels of a service; null without one. */
  readonly service: Workspace | null;
  /** Null if the studio does not print. */
  readonly printing: Printing | null;
  /** Null for a page that anybody may use. */
  readonly rows: RowStreams | null;
  /** Whether the studio writes files, and saves to the service. */
  readonly canSave: boolean;
  /** Previews of printers in the user's network; null for a page that anybody may use. */
  readonly printers: PrinterPreviews | null;
  /** Printers that the linter compares labels with: those of its configuration, and known models. */
  readonly targets: readonly TargetPrinter[];
  /**
   * The label is drawn in a thread of its own, so that reading bar codes or a long PDF never delays typing. Pictures
   * have one, too: their work cannot be counted before it is done. All other tasks run in the background thread.
   */
  readonly threads: {
    readonly drawing: EngineThread;
    readonly background: EngineThread;
    readonly pictures: EngineThread;
  };
}

/** Answers a request of the page. Rejects with a `RequestRefusal` if the request is refused. */
export type ApiHandler = (parts: StudioParts, body: Buffer, query: URLSearchParams) => Promise<StudioAnswer>;

/** The handler of a request; undefined for any other. */
export function apiHandler(method: string, path: string): ApiHandler | undefined {
  const route = `${method} ${path}`;
  return Object.hasOwn(API, route) ? API[route] : undefined;
}

/** The page's requests, by method and path. */
const API: Readonly<Record<string, ApiHandler>> = {
  'GET /api/labels': async ({ files, service, canSave, rows, targets }) =>
    jsonAnswer({
      labels: await files.list(),
      hasService: service !== null,
      canSave,
      checksRows: rows !== null,
      targets: targets.map(({ name, widthsMm }) => ({ name, widthsMm })),
    } satisfies WorkspaceLabels),

  // The list of files does not wait for a service.
  'GET /api/service-labels': async (parts) => jsonAnswer(await workspaceOf(parts, PREFIX).list()),

  'GET /api/label': async (parts, _, query) => {
    const id = query.get('id') ?? '';
    return jsonAnswer(await workspaceOf(parts, id).open(id));
  },

  // The page asks every few seconds, so the answer is about files only, and no service is asked.
  'GET /api/revision': async ({ files }, _, query) =>
    jsonAnswer({ revision: await files.revision(query.get('id') ?? '') }),

  'POST /api/save': async (parts, body) => {
    checkCanSave(parts);
    const { id, revision, ...content } = parseRequest(SaveRequest, body);
    return jsonAnswer(await workspaceOf(parts, id).save(id, content, revision));
  },

  'POST /api/rename': async (parts, body) => {
    checkCanSave(parts);
    const { id, name, revision, replaces } = parseRequest(RenameRequest, body);
    return jsonAnswer(await workspaceOf(parts, id).rename(id, name, revision, replaces));
  },

  'POST /api/delete': async (parts, body) => {
    checkCanSave(parts);
    const { id, revision } = parseRequest(DeleteRequest, body);
    await workspaceOf(parts, id).remove(id, revision);
    return jsonAnswer(null);
  },

  // The file that a label is renamed or added to: the page shows it, and asks before another one is replaced.
  'POST /api/file-place': async (parts, body) => {
    checkCanSave(parts);
    const request = parseRequest(FilePlaceRequest, body);
    if ('kind' in request) return jsonAnswer(await parts.files.newFile(request.name, request.kind));
    return jsonAnswer(await workspaceOf(parts, request.id).renamedFile(request.id, request.name));
  },

  'POST /api/add': async (parts, body) => {
    checkCanSave(parts);
    const { files } = parts;
    const request = parseRequest(AddRequest, body);
    const { name, kind, replaces, size, encoding, outputFormat, zpl } = request;
    const { fieldTransforms, dynamicTokens, examples } = request;
    // JSON cannot hold bytes that are not characters.
    if (kind === 'zpl' || encoding === 'bytes')
      return jsonAnswer(await files.addZpl(name, { zpl, encoding }, replaces), 201);
    const { widthMm: width, heightMm: height, dpi } = size;
    const label = {
      name,
      width,
      height,
      dpi,
      output_format: outputFormat,
      zpl,
      field_transforms: fieldTransforms,
      dynamic_tokens: dynamicTokens,
      ...(Object.keys(examples ?? {}).length === 0 ? {} : { examples }),
    };
    return jsonAnswer(await files.add(label, replaces), 201);
  },

  'POST /api/view': async ({ threads }, body) =>
    jsonAnswer(await threads.drawing.run({ kind: 'view', ...parseRequest(ViewRequest, body) })),

  'POST /api/findings': async ({ threads, targets }, body) => {
    const { draft, target } = parseRequest(FindingsRequest, body);
    const printer = targets.find(({ name }) => name === target) ?? null;
    return jsonAnswer(await threads.background.run({ kind: 'findings', draft, printer }));
  },

  'POST /api/file': async ({ threads }, body) => {
    const { bytes } = await threads.background.run({ kind: 'file', ...parseRequest(FileRequest, body) });
    return { headers: { 'Content-Type': 'application/octet-stream' }, body: bytes };
  },

  'POST /api/barcodes': async ({ threads }, body) =>
    jsonAnswer(await threads.background.run({ kind: 'barcodes', ...parseRequest(BarcodesRequest, body) })),

  'POST /api/printer-preview': async ({ threads, printers }, body) => {
    if (printers === null) throw new RequestRefusal(403, 'this studio does not ask printers');
    const { draft, index, printer } = parseRequest(PrinterRequest, body);
    const stream = await threads.background.run({ kind: 'printer-stream', draft, index });
    const preview = await printers.draw(printer, stream);
    return jsonAnswer(await threads.background.run({ kind: 'printer-difference', draft, index, preview }));
  },

  'POST /api/scale': async ({ threads }, body) => {
    const { toDpi, ...draft } = parseRequest(ScaleRequest, body);
    return jsonAnswer(await threads.background.run({ kind: 'scale', draft, toDpi }));
  },

  'POST /api/import': async ({ threads }, stream, query) => {
    const name = query.get('name') ?? 'the file';
    const choices = { removesSetup: query.has('remove-setup'), marksRasters: query.has('rasters') };
    return jsonAnswer(await threads.background.run({ kind: 'import', name, stream, choices }));
  },

  'POST /api/picture': async ({ threads }, file, query) => {
    const choices = parseRequest(PictureRequest, Buffer.from(query.get('choices') ?? ''));
    return jsonAnswer(await threads.pictures.run({ kind: 'picture', file, choices }));
  },

  'GET /api/printers': async ({ printing }) =>
    jsonAnswer(printing === null ? null : { system: await printing.systemPrinters() }),

  'POST /api/difference': async ({ threads }, body) =>
    jsonAnswer(
      await threads.background.run({ kind: 'difference', ...parseRequest(DifferenceRequest, body) }),
    ),

  'POST /api/rows': async ({ threads }, table) =>
    jsonAnswer(await threads.background.run({ kind: 'rows', table })),
};

function checkCanSave({ canSave }: StudioParts): void {
  if (!canSave) throw new RequestRefusal(403, 'this studio does not save labels: copy the link to the label');
}

function workspaceOf({ files, service }: StudioParts, id: string): Workspace {
  if (!id.startsWith(PREFIX)) return files;
  if (service === null)
    throw new RequestRefusal(404, 'the studio was started without a service (--url, --account)');
  return service;
}
