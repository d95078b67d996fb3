// Calls the service by openapi-fetch, with the types that openapi-typescript made.
import createClient from 'openapi-fetch';
import type { components, paths } from './platen.d.ts';

type Schemas = components['schemas'];

const { PLATEN_URL = '', PLATEN_KEY = '', PLATEN_LABEL = '', PLATEN_VARIABLES = '' } = process.env;
const client = createClient<paths>({ baseUrl: PLATEN_URL, headers: { 'x-api-key': PLATEN_KEY } });
const path = { label_id: PLATEN_LABEL };
const variables = JSON.parse(PLATEN_VARIABLES) as Schemas['Variables'];

const { data: list } = await client.GET('/labels');
console.log('labels', list?.data.length);

const { data: png } = await client.POST('/labels/{label_id}/render', {
  params: { path },
  body: { format: 'png', variables },
  parseAs: 'arrayBuffer',
});
// The description has no type for bytes.
console.log('png', Buffer.from(png as ArrayBuffer).toString('hex', 0, 4));

const { data: zpl } = await client.POST('/labels/{label_id}/render', {
  params: { path },
  body: { variables },
  parseAs: 'text',
});
console.log('zpl', zpl?.slice(0, 3));

const job: Schemas['PrintRequest'] = { records: [variables, variables], copies: 2 };
const { data: valid } = await client.POST('/labels/{label_id}/print', {
  params: { path, query: { validate: true } },
  body: job,
});
console.log('valid', typeof valid === 'object' ? valid.labels : valid);

const printed = await client.POST('/labels/{label_id}/print', {
  params: { path },
  body: job,
  parseAs: 'text',
});
console.log('printed', printed.response.headers.get('X-Svc-Label-Count'), printed.data?.slice(0, 3));

const { error } = await client.POST('/labels/{label_id}/print', {
  params: { path },
  body: { records: [variables], variables },
});
console.log('refused', error?.error);
