import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { labelSource, recordsOf } from '../../bench/micro/engine/warm-label.ts';
import { readSamples } from '../../src/demo/samples.ts';
import { useProfile } from '../../src/engine/printer-profile.ts';
import { runTask } from '../../src/engine/run-task.ts';
import type { LabelSource } from '../../src/engine/task.ts';
import { allRulesOn, PROFILE, sampledSize } from '../printer-profile/small-profile.ts';
import { runs } from '../support/runs.ts';
import { content, record, type Values } from './random-label.ts';

interface Request {
  readonly format: 'png' | 'pdf';
  readonly values: Values;
}

/** Far ahead, so that no test comes too late. */
const NOW = Date.UTC(2100, 0, 1);

let drawn = 0;

/** A label that no other test has asked for. */
function fresh(label: LabelSource): LabelSource {
  return { ...label, contentId: `equal-${drawn++}` };
}

function answer(label: LabelSource, { format, values: variables }: Request) {
  const { body, warnings } = runTask({ kind: 'render', label, format, variables, now: NOW });
  return { body: Buffer.from(body), warnings };
}

/**
 * Compares the answers of a thread that has answered all earlier requests with those of one that sees the label first.
 */
function expectEqual(source: LabelSource, requests: readonly Request[]): void {
  const label = fresh(source);
  for (const request of requests) {
    const [known, first] = [answer(label, request), answer(fresh(source), request)];
    if (!isDeepStrictEqual(known.warnings, first.warnings) || !known.body.equals(first.body)) {
      expect({ zpl: source.zpl, requests, ...known }).toEqual({ zpl: source.zpl, requests, ...first });
    }
  }
}

const format = fc.constantFrom('png' as const, 'pdf' as const);
const CANVAS = { size: { widthMm: 30, heightMm: 20, dpi: 203.2 } };

test('equal requests get equal bytes and warnings, whatever was drawn before', () => {
  const request = fc.record({ format, values: record });
  fc.assert(
    fc.property(content, fc.array(request, { minLength: 3, maxLength: 6 }), (zpl, requests) => {
      expectEqual({ ...labelSource(), ...CANVAS, zpl: Buffer.from(zpl) }, requests);
    }),
    { numRuns: runs(120) },
  );
});

test('the same holds with the profile of a printer', () => {
  const sizes = [sampledSize('0', 18, 18), sampledSize('A', 9, 5), sampledSize('D', 18, 10)];
  useProfile({ ...PROFILE, rules: allRulesOn(), sizes });
  onTestFinished(() => useProfile(null));
  const request = fc.record({ format, values: record });
  fc.assert(
    fc.property(content, fc.array(request, { minLength: 3, maxLength: 3 }), (zpl, requests) => {
      expectEqual({ ...labelSource(), ...CANVAS, zpl: Buffer.from(zpl) }, requests);
    }),
    { numRuns: runs(60) },
  );
});

test('a carrier label has the same bytes from whatever values it comes', () => {
  const label = labelSource();
  const records = recordsOf(label);
  const values = fc.nat(records.length - 1).map((i) => records[i] as Values);
  fc.assert(
    fc.property(fc.array(fc.record({ format, values }), { minLength: 3, maxLength: 6 }), (requests) => {
      expectEqual(label, requests);
    }),
    { numRuns: runs(10) },
  );
});

test.each(readSamples())('$slug has the same bytes the fourth time as the first', ({ label, variables }) => {
  const source = { ...labelSource(), ...label, id: '', zpl: Buffer.from(label.zpl ?? '') };
  const other = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value.slice(1)]));
  const png = { format: 'png', values: variables } as const;
  const usable = (request: Request): boolean => {
    try {
      return answer(fresh(source), request).body.length > 0;
    } catch {
      return false; // these values are none for its barcodes
    }
  };
  const requests = [
    png,
    { format: 'png', values: other } as const,
    { format: 'pdf', values: other } as const,
  ];
  expectEqual(source, [...requests.filter(usable), png, png]);
});
