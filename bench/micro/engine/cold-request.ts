import { warm } from '../../../src/engine/run-task.ts';
import { CLASSES, processorMs } from './heavy-requests.ts';

// Does a heavy request, named by its class and its place there, as the first of a process that has just started.

const [name = '', index = ''] = process.argv.slice(2);
const heavy = CLASSES[name]?.()[Number(index)];
if (heavy === undefined) throw new Error(`there is no request ${index} of ${name}`);
warm();
console.log(processorMs(heavy));
