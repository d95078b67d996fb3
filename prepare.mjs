// Builds the program after `npm ci` and `npm install`. The first `npx platen` of a clone links the package into npm's
// cache, for which npm runs this script again: a program that is built already is run as it is.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const isBuilt = existsSync(new URL('dist/src/cli.js', import.meta.url));
if (process.env.npm_command !== 'exec' || !isBuilt) execSync('npm run build', { stdio: 'inherit' });
