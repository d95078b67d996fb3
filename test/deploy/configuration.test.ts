import { expect, it } from 'vitest';
import { SETTINGS } from '../../src/config.ts';

const HEAD = `# Configuration

Environment variables, read once at the start; all problems are reported together. An empty variable counts as
unset. Values of URLs may hold passwords and are never repeated in a message.

<!-- Made from src/config.ts: npx vitest run test/deploy/configuration.test.ts -u -->

| variable | default | must be | meaning |
|---|---|---|---|
`;

it('the configuration page is the one that the program makes', async () => {
  const rows = SETTINGS.map(
    ({ name, fallback, allowed, meaning }) => `| \`${name}\` | ${fallback} | ${allowed} | ${meaning} |\n`,
  );
  await expect(HEAD + rows.join('')).toMatchFileSnapshot('../../docs/configuration.md');
});
