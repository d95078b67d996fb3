import { LABELARY_CROSSING } from '../src/labelary/labelary-crossing.ts';
import { doLabelaryTask } from '../src/labelary/labelary-task.ts';
import { serve } from '../src/pool/serve.ts';
import { checkDrawing } from '../src/raster/can-draw.ts';

// Thread entry: calls of Labelary's API in, their files out.

checkDrawing();
export default serve(LABELARY_CROSSING, doLabelaryTask);
