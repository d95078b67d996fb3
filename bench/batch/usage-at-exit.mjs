// Loaded before a program: when it ends, what it used is in a file.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime } = process.resourceUsage();
    // The largest set of resourceUsage begins with that of the parent, of which this process was a copy.
    const peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
    const usage = { processorUs: userCPUTime + systemCPUTime, peakKb, wallMs: performance.now() };
    writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
  });
}
