import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { VERSION } from '../../src/version.ts';
import { json, platen } from './recorder.ts';

test('lists every command in its help', async () => {
  const { status, stdout } = await platen(['--help']);
  expect(status).toBe(0);
  for (const words of Object.keys(COMMANDS)) expect(stdout).toContain(words);
});

test.each(Object.keys(COMMANDS))('%s has help of its own', async (words) => {
  const { status, stdout, stderr } = await platen([...words.split(' '), '--help']);
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Usage: platen ${words} [^]*\\[--json\\]\n\n`));
  expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([]);
  expect(stderr).toBe('');
});

test.each([
  [[], 'a command is missing'],
  [['--json'], 'a command is missing'],
  [['bake'], 'no command "bake"'],
  [
    ['accounts', 'creat'],
    'no command "accounts creat", perhaps you mean accounts create; platen accounts --help',
  ],
  [['acounts', 'list', 'x'], 'no command "acounts list", perhaps you mean accounts list; platen --help'],
  [['constructor'], 'no command'],
  [['accounts', 'create'], '--name is missing'],
  [['accounts', 'create', '--name', ' '], '--name is missing'],
  [['accounts', 'create', '--name', 'x', '--plan', 'gold'], '--plan must be pro or free'],
  [['accounts', 'create', '--nmae', 'x'], '--nmae'],
  [['accounts', 'list', 'x'], 'unexpected argument "x"'],
  [['lint', 'x.zpl', '--width-mm', '-5'], '--width-mm must be above 0, not -5'],
  [['lint', 'x.zpl', '--width-mm', '-w'], '--width-mm needs a value, which must not begin with a dash'],
  [['accounts', 'set-plan', 'x'], 'pro|free is missing'],
  [['accounts', 'set-plan', 'x', 'gold'], 'argument 2 must be pro or free, not "gold"'],
  [['accounts', 'set-rate', 'x'], 'UNITS|default is missing'],
  [['keys', 'create'], '--account is missing'],
  [['labels', 'import', '--account', 'x'], 'FILE is missing'],
  [['labels', 'import', 'a.zpl', '--account', 'x'], '--name is missing'],
  [['labels', 'import', 'a.prn', '--fields'], '--account is missing'],
  [['labels', 'import', 'a.zpl', 'b.zpl', '--account', 'x'], 'by itself'],
])('answers %j with exit status 2 and one line', async (argv, message) => {
  const { status, stdout, stderr } = await platen(argv);
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
});

test.each(['0', '10000001', '1.5', '1e3', '', 'none'])('refuses the rate %j', async (units) => {
  const { status, stderr } = await platen(['accounts', 'set-rate', 'x', units]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr:
      `platen accounts set-rate: UNITS must be a whole number from 1 to 10000000, or default, not "${units}"; ` +
      'platen accounts set-rate --help says how\n',
  });
});

test('prints its version', async () => {
  const text = await platen(['--version']);
  expect(text).toEqual({ status: 0, stdout: `platen ${VERSION}\n`, stderr: '' });
  for (const argv of [['-V'], ['version']]) expect(await platen(argv)).toEqual(text);
  expect(json(await platen(['--version', '--json']))).toEqual({ version: VERSION });
});

test.each([[['accounts', '--help']], [['help', 'accounts']], [['-h', 'accounts']]])(
  'lists the commands of a group for %j',
  async (argv) => {
    const { status, stdout, stderr } = await platen(argv);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const its = Object.keys(COMMANDS).filter((words) => words.startsWith('accounts '));
    for (const words of its) expect(stdout).toContain(`  ${words} `);
    expect(stdout).not.toContain('keys list');
  },
);

test('takes the name of a group alone for bad usage, and lists its commands', async () => {
  const { status, stdout, stderr } = await platen(['keys']);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe((await platen(['help', 'keys'])).stdout);
});

test('helps with a command in either order', async () => {
  const expected = await platen(['labels', 'import', '--help']);
  expect(expected.stdout).toMatch(/^Usage: platen labels import FILE\.\.\. \[--account ID\] \[--force\] /);
  expect(await platen(['help', 'labels', 'import'])).toEqual(expected);
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
