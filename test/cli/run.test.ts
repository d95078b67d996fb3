import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { platen } from './recorder.ts';

test('lists every command in its help', async () => {
  const { status, stdout } = await platen(['--help']);
  expect(status).toBe(0);
  for (const words of Object.keys(COMMANDS)) expect(stdout).toContain(words);
});

test.each(Object.keys(COMMANDS))('%s has help of its own', async (words) => {
  const { status, stdout, stderr } = await platen([...words.split(' '), '--help']);
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Usage: platen ${words} .*--json`));
  expect(stderr).toBe('');
});

test.each([
  [[], 'a command is missing'],
  [['bake'], 'no command "bake"'],
  [['accounts'], 'no command "accounts"'],
  [['constructor'], 'no command'],
  [['accounts', 'create'], '--name is missing'],
  [['accounts', 'create', '--name', ' '], '--name is missing'],
  [['accounts', 'create', '--name', 'x', '--plan', 'gold'], '--plan must be pro or free'],
  [['accounts', 'create', '--nmae', 'x'], '--nmae'],
  [['accounts', 'list', 'x'], 'unexpected argument "x"'],
  [['lint', 'x.zpl', '--width-mm', '-5'], '--width-mm needs a value, which must not begin with a dash'],
  [['accounts', 'set-plan', 'x'], 'PLAN is missing'],
  [['keys', 'create'], '--account is missing'],
  [['labels', 'import', '--account', 'x'], 'FILE is missing'],
  [['labels', 'import', 'a.zpl', '--account', 'x'], '--name is missing'],
  [['labels', 'import', 'a.zpl', 'b.zpl', '--account', 'x'], 'by itself'],
])('answers %j with exit status 2 and one line', async (argv, message) => {
  const { status, stdout, stderr } = await platen(argv);
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
});

test('prints every problem of the settings before it loads the service', async () => {
  const { status, stderr } = await platen(['serve'], { PORT: 'x', OPS_PORT: 'y' });
  expect(status).toBe(2);
  expect(stderr.trimEnd().split('\n')).toHaveLength(2);
});

test('tells on one line that a file cannot be read', async () => {
  const { status, stderr } = await platen(['labels', 'import', '/nowhere.json', '--account', 'x']);
  expect(status).toBe(1);
  expect(stderr).toBe('platen labels import: cannot read /nowhere.json: there is no such file\n');
});
