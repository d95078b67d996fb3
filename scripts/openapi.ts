// Writes the description of the API to the file that is named, or to standard output, as a service below BASE_PATH
// gives it.
import { writeFileSync } from 'node:fs';
import { argv, env, stdout } from 'node:process';
import { readConfig } from '../src/config.ts';
import { openApiDocument } from '../src/http/openapi/document.ts';

const [file] = argv.slice(2);
const { basePath } = readConfig({ BASE_PATH: env['BASE_PATH'] });
const text = JSON.stringify(openApiDocument(basePath));
if (file === undefined) stdout.write(text);
else writeFileSync(file, text);
