// npm run release -- X.Y.Z
import { cutRelease } from './cut-release.ts';
import { Refusal } from './refusal.ts';

const version = process.argv[2] ?? '';
try {
  cutRelease(process.cwd(), version, new Date().toISOString().slice(0, 10));
  console.log(`v${version} is committed and tagged; push it with: git push --follow-tags`);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
