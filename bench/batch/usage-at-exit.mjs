// Loaded before a program: when it ends, what it used is in a file.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage = { processorUs: userCPUTime + systemCPUTime, peakKb: maxRSS, wallMs: performance.now() };
    writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
  });
}
