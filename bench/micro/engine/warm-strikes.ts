import { useProfile } from '../../../src/engine/printer-profile.ts';
import { runTask } from '../../../src/engine/run-task.ts';
import { race } from '../../harness/race.ts';
import { median } from '../../harness/statistics.ts';
import { drawnProfile } from './drawn-profile.ts';
import { labelSource, nextRecord, recordsOf } from './warm-label.ts';

// Prints the nanoseconds of processor time that a warm PNG takes, with the argument `strikes` under a profile: a
// process of its own, because prepared labels keep the profile with which they were drawn.

if (process.argv[2] === 'strikes') useProfile(drawnProfile());
const label = labelSource();
const records = recordsOf(label);
const png = () =>
  runTask({ kind: 'render', label, format: 'png', variables: nextRecord(records), now: Date.now() });
for (let i = 0; i < 3000; i++) png();
const { processor } = race({ png }, { rounds: 15, roundMs: 20 }).png;
console.log(median(processor));
