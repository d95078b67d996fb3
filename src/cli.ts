#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { nodeAdvice } from './cli/node-release.ts';
import { run } from './cli/run.ts';

// A reader that goes away, such as `head`, ends the program without a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

// A size of the young generation on Node's command line, or in `NODE_OPTIONS`, is for the main thread, which has it by
// now. V8 would give it to threads too, over the sizes that their `resourceLimits` have.
setFlagsFromString('--max-semi-space-size=0');

const advice = nodeAdvice();
if (advice?.tooOld === true) {
  // Modules of a command may need what such a release lacks, and would say so in words of their own.
  process.stderr.write(`platen: ${advice.text}\n`);
  process.exitCode = 1;
} else {
  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    stdin: () => process.stdin,
    stdout: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY,
    stderr: (text) => process.stderr.write(text),
    errors: process.stderr,
  });
}
