import { z } from 'zod';

/**
 * Members, types and bounds of a SARIF 2.1.0 document, as far as ours has it, by section 3 of the standard, and
 * GitHub's further demands (texts that are not empty, regions with all four places).
 */
const Uri = z.string().regex(/^[\w\-.~%!$&'()*+,;=:@/?#[\]]+$/);
const Message = z.strictObject({ text: z.string().min(1).max(1024) });
const Level = z.enum(['none', 'note', 'warning', 'error']);

const Region = z
  .strictObject({
    startLine: z.int().min(1),
    startColumn: z.int().min(1),
    endLine: z.int().min(1),
    endColumn: z.int().min(1),
    byteOffset: z.int().min(0).optional(),
    byteLength: z.int().min(0).optional(),
  })
  .refine(
    ({ startLine, startColumn, endLine, endColumn }) =>
      endLine > startLine || (endLine === startLine && endColumn >= startColumn),
    'ends before it begins',
  );

const Rule = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  shortDescription: Message,
  fullDescription: Message,
  helpUri: Uri,
  help: Message,
  defaultConfiguration: z.strictObject({ level: Level }),
});

const Result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(0),
  level: Level,
  message: Message,
  locations: z.tuple([
    z.strictObject({
      physicalLocation: z.strictObject({ artifactLocation: z.strictObject({ uri: Uri }), region: Region }),
    }),
  ]),
});

export const SARIF_DOCUMENT = z.strictObject({
  $schema: Uri,
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string().min(1),
          version: z.string().min(1),
          semanticVersion: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/),
          rules: z.array(Rule),
        }),
      }),
      invocations: z
        .tuple([
          z.strictObject({
            executionSuccessful: z.boolean(),
            toolExecutionNotifications: z.array(z.strictObject({ level: Level, message: Message })),
          }),
        ])
        .optional(),
      columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
      results: z.array(Result),
    }),
  ]),
});
