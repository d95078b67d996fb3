import { overload } from './overload.ts';
import { soak } from './soak.ts';
import { cold } from './cold.ts';
import { print } from './harness.ts';
import { removePopulation, population } from './population.ts';
await population({ quick: true });
for (const s of [cold, overload, soak]) {
  const t = performance.now();
  print(s, await s.run({ quick: true }));
  console.log(performance.now() - t);
}
removePopulation();
