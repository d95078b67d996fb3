#!/usr/bin/env node
import { run } from './cli/run.ts';

// A reader that goes away, such as `head`, ends the program without a stack trace.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdin: () => process.stdin,
  stdout: (text) => process.stdout.write(text),
  isTerminal: process.stdout.isTTY,
  stderr: (text) => process.stderr.write(text),
  errors: process.stderr,
});
