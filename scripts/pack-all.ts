// npm run pack [FOLDER]: writes the tarballs of both packages, by default into `packages`.
import { pack } from './pack.ts';

for (const path of Object.values(pack(process.cwd(), process.argv[2] ?? 'packages'))) console.log(path);
