import type { RouteName } from '../routes.ts';
import type { FailureAnswer } from './failures.ts';
import type { Response } from './model.ts';
import type { ParameterName } from './parameters.ts';
import {
  CURRENT,
  DESCRIPTION,
  DETAIL,
  HEALTHY,
  LABELS,
  LISTED_OR_DETAIL,
  PAGE,
  PRINTED,
  RENDERED,
  RENDERED_OR_PRINTED,
  SAVED_ZPL,
} from './successes.ts';

/** Groups of operations, in the order in which they are shown. */
export const TAGS = {
  Labels: 'Saved labels, to list and to read.',
  Output: 'ZPL, a PNG, a PDF or a job for a printer, made of a saved label and values.',
  Compatibility: 'Older forms of the same operations, which are kept.',
  Service: 'The service itself. These need no key and cost nothing.',
} as const;

export type TagName = keyof typeof TAGS;

/** The description of a route; method and path come from the table of routes. */
export interface RouteDescription {
  readonly operationId: string;
  readonly tag: TagName;
  readonly summary: string;
  readonly description: string;
  /** Differences at a path that is not its first. */
  readonly alias?: Pick<RouteDescription, 'operationId' | 'tag' | 'summary'>;
  /** The needed scope and the price; absent for routes without a key. */
  readonly access?: { readonly scope: string; readonly cost: string };
  /** Parameters outside the path; path parameters come from the table. */
  readonly parameters: readonly ParameterName[];
  readonly body?: 'RenderRequest' | 'PrintRequest' | 'LegacyRequest';
  /** The answers that are no failures, by status. */
  readonly successes: Readonly<Record<string, Response>>;
  readonly failures: readonly FailureAnswer[];
}

const ONE_UNIT = '1 unit';
const PRINT_UNITS = '5 units and 1 for each record; copies add none, and `validate=true` costs 1 unit in all';

/** Failures of every route that asks for a key. */
const KEYED = [
  'Unauthorized',
  'Forbidden',
  'TooManyRequests',
  'HeadersTooLarge',
  'InternalError',
  'Unavailable',
] as const;
/** Failures of the others. */
const OPEN = ['MalformedRequest', 'ArrivalTimeout', 'HeadersTooLarge', 'InternalError', 'Busy'] as const;
const READING = [...KEYED, 'ArrivalTimeout', 'AnswerTooLarge'] as const;
const WORKING = [...KEYED, 'RequestTimeout', 'TooLarge', 'LabelNotFound'] as const;

const RENDERING = [
  'InvalidRender',
  'NotRenderable',
  'ContentInvalid',
  'RendererFailed',
  'RendererTimeout',
] as const;

/** Every route's description. */
export const OPERATIONS: Readonly<Record<RouteName, RouteDescription>> = {
  'list-labels': {
    operationId: 'listLabels',
    tag: 'Labels',
    summary: 'List labels',
    description:
      "The personal labels of the key's account, the last updated ones first. Labels of teams are not shown.",
    access: { scope: '`labels:list`', cost: ONE_UNIT },
    parameters: ['Limit', 'Offset'],
    successes: { 200: LABELS },
    failures: ['InvalidPage', ...READING],
  },
  'read-label': {
    operationId: 'readLabel',
    tag: 'Labels',
    summary: 'Read a label',
    description: 'The properties of a label, the names of its placeholders, and its saved ZPL.',
    access: { scope: '`labels:read`', cost: ONE_UNIT },
    parameters: ['Include'],
    successes: { 200: DETAIL },
    failures: ['InvalidLabelId', 'LabelNotFound', ...READING],
  },
  'download-zpl': {
    operationId: 'downloadZpl',
    tag: 'Labels',
    summary: 'Download saved ZPL',
    description: 'The saved commands as they were saved: nothing is substituted.',
    access: { scope: '`labels:read`', cost: ONE_UNIT },
    parameters: [],
    successes: { 200: SAVED_ZPL },
    failures: ['InvalidLabelId', 'LabelNotFound', 'NoSavedZpl', ...READING],
  },
  'render-label': {
    operationId: 'renderLabel',
    tag: 'Output',
    summary: 'Render a label',
    alias: { operationId: 'renderLabelAlias', tag: 'Compatibility', summary: 'Render a label (alias)' },
    description:
      'Puts values into a saved label, and returns ZPL, a PNG or a PDF. A PNG has exactly the dots of the printer, and shows the first `^XA…^XZ`; a PDF has a page for each.',
    access: { scope: '`render`', cost: ONE_UNIT },
    parameters: ['Validate'],
    body: 'RenderRequest',
    successes: { 200: RENDERED },
    failures: [...RENDERING, ...WORKING],
  },
  'print-labels': {
    operationId: 'printLabels',
    tag: 'Output',
    summary: 'Build a print job',
    description:
      'The ZPL of all labels of a job in one stream, to send to a printer yourself: records in order, the copies of each together. Nothing is printed here. All records are checked, and all their faults are reported at once.',
    access: { scope: '`print`', cost: PRINT_UNITS },
    parameters: ['Validate'],
    body: 'PrintRequest',
    successes: { 200: PRINTED },
    failures: ['InvalidPrint', 'NotPrintable', 'JobContentInvalid', ...WORKING],
  },
  'legacy-get': {
    operationId: 'legacyGet',
    tag: 'Compatibility',
    summary: 'List labels, or read one',
    description: 'The same as `GET /labels`, or with `label_id` as `GET /labels/{label_id}`.',
    access: { scope: '`labels:list`, or with `label_id` `labels:read`', cost: ONE_UNIT },
    parameters: ['QueryLabelId', 'Limit', 'Offset', 'LegacyInclude'],
    successes: { 200: LISTED_OR_DETAIL },
    failures: ['InvalidPage', 'LabelNotFound', 'MethodNotAllowed', ...READING],
  },
  'legacy-post': {
    operationId: 'legacyPost',
    tag: 'Compatibility',
    summary: 'Render a label, or build a print job',
    description:
      'The same as `POST /labels/{label_id}/render`, or with the action `print` as `POST /labels/{label_id}/print`. The body is read before the scope is checked, because the scope depends on it.',
    access: {
      scope: '`render` or `print`, depending on the action',
      cost: `${ONE_UNIT}, or of a print job ${PRINT_UNITS}`,
    },
    parameters: ['Validate'],
    body: 'LegacyRequest',
    successes: { 200: RENDERED_OR_PRINTED },
    failures: [...RENDERING, 'MethodNotAllowed', ...WORKING],
  },
  openapi: {
    operationId: 'openapi',
    tag: 'Service',
    summary: 'Get this description',
    description: 'OpenAPI 3.1. Not available if the operator has set `API_DOCS=off`.',
    parameters: ['IfNoneMatch'],
    successes: { 200: DESCRIPTION, 304: CURRENT },
    failures: ['RouteNotFound', ...OPEN],
  },
  docs: {
    operationId: 'docs',
    tag: 'Service',
    summary: 'Read this description',
    alias: { operationId: 'docsFile', tag: 'Service', summary: 'Get a file of the page' },
    description: 'A page for people, and its files. Not available if the operator has set `API_DOCS=off`.',
    parameters: ['IfNoneMatch'],
    successes: { 200: PAGE, 304: CURRENT },
    failures: ['RouteNotFound', ...OPEN],
  },
};

/** `GET /healthz`, which is outside of the base path. */
export const HEALTH: RouteDescription = {
  operationId: 'health',
  tag: 'Service',
  summary: 'Ask whether the service runs',
  description: 'For load balancers. Its path is the same whatever the base path is.',
  parameters: [],
  successes: { 200: HEALTHY },
  failures: OPEN,
};
