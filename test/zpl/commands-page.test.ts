import { expect, it } from 'vitest';
import { COMMAND_TABLE, type CommandEntry } from '../../src/zpl/command-table/command-table.ts';

const HEAD = `# ZPL commands

This page lists the effect of each command in the local renderer. If the renderer draws something else than a label asks
for, it gives a warning; \`platen lint\` lists the warnings with line and column.

<!-- Made from the command table: npx vitest run --project unit test/zpl/commands-page.test.ts -u -->

| command | effect |
|---|---|
`;

const ENTRIES = [...COMMAND_TABLE];

/** Words with commands as code. */
function inMarkdown({ title, renderer }: CommandEntry): string {
  const words = title.replace(/[\^~][A-Z][A-Z0-9@]/g, '`$&`').replaceAll('|', '\\|');
  return renderer === undefined ? words : `${words}; ${renderer}`;
}

function rowsOf(holds: (entry: CommandEntry) => boolean): string {
  return ENTRIES.filter(([, entry]) => holds(entry))
    .map(([name, entry]) => `| \`${name}\` | ${inMarkdown(entry)} |\n`)
    .join('');
}

it('the page of commands is the one that the table makes', async () => {
  const passedOver = ENTRIES.flatMap(([name, { effect }]) =>
    effect === undefined || effect === 'not-drawn' ? [] : [`\`${name}\``],
  );
  const page =
    HEAD +
    rowsOf(({ effect }) => effect === undefined) +
    '\n## Passed over\n\nThese leave the dots of a label as they are; they give no warning.\n\n' +
    `${passedOver.toSorted().join(' ')}\n\n## Not drawn\n\nThese are passed over with a warning, as any other name is.\n\n` +
    `| command | what a printer does |\n|---|---|\n${rowsOf(({ effect }) => effect === 'not-drawn')}`;
  await expect(page).toMatchFileSnapshot('../../docs/commands.md');
});
