// Copies what the compiled program reads at run time (SQL, fonts, demo labels) beside the code that reads it.
import { cpSync } from 'node:fs';
import { extname } from 'node:path';

const ASSETS = new Set(['', '.sql', '.ttf', '.otf', '.zpl', '.json', '.txt']);

cpSync('src', 'dist/src', { recursive: true, filter: (path) => ASSETS.has(extname(path)) });
