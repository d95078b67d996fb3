import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { isOnPath } from '../support/installed.ts';
import { json, platen } from './recorder.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  for (const name of ['label one.zpl', 'label.zpl', 'other.json']) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'labels'));
});

type Line = readonly string[];

/**
 * How each shell is asked what can stand in the place of the last word of a line (without the program's name), one
 * candidate a line. The script is in `$SCRIPT`.
 */
const SHELLS: Readonly<Record<string, (line: Line) => readonly string[]>> = {
  bash: (line) => [
    '--norc',
    '-c',
    'source "$SCRIPT"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _platen; printf "%s\\n" "${COMPREPLY[@]}"',
    'bash',
    'platen',
    ...line,
  ],
  // Outside of its line editor, with the functions that would show the candidates there.
  zsh: (line) => [
    '-f',
    '-c',
    `compdef() {}; source "$SCRIPT"; words=("$@"); CURRENT=$#
     _describe() { local each; for each in "\${(@P)2}"; do [[ $each == $words[CURRENT]* ]] && print -r -- "\${each%%:*}"; done }
     _files() { print -rl -- $words[CURRENT]*(N) }
     _platen`,
    'zsh',
    'platen',
    ...line,
  ],
  fish: (line) => [
    '--no-config',
    '-c',
    'source $SCRIPT; complete -C (string join " " -- $argv)',
    'platen',
    ...line,
  ],
};

/** The others are tried where they are. */
const INSTALLED = Object.keys(SHELLS).filter((shell) => shell === 'bash' || isOnPath(shell));

describe.each(INSTALLED)('in %s', (shell) => {
  const script = join(folder, `completion.${shell}`);
  beforeAll(async () => {
    const { status, stdout } = await platen(['completion', shell]);
    expect(status).toBe(0);
    writeFileSync(script, stdout);
  });

  const run = (parameters: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(shell, parameters, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, SCRIPT: script, HOME: folder },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };

  /** Words that are offered, without the shell's remarks on them. */
  const offered = (line: Line) =>
    run(SHELLS[shell]?.(line) ?? [])
      .split('\n')
      .filter((candidate) => candidate !== '')
      .map((candidate) => candidate.replace(/\t.*|\/$/, '').replaceAll('\\ ', ' '))
      .toSorted();

  test('the script is well formed', () => {
    run(['-n', script]);
  });

  test('every command is offered', () => {
    const groups = new Map<string, string[]>();
    for (const words of Object.keys(COMMANDS)) {
      const [first = '', second] = words.split(' ');
      groups.set(first, [...(groups.get(first) ?? []), ...(second === undefined ? [] : [second])]);
    }
    expect(offered([''])).toEqual([...groups.keys(), 'help'].toSorted());
    for (const [group, commands] of groups) {
      if (commands.length > 0) expect(offered([group, ''])).toEqual(commands.toSorted());
    }
  });

  test('every option of a command is offered', () => {
    for (const words of ['accounts create', 'labels import', 'render', 'serve']) {
      const options = Object.keys(COMMANDS[words]?.options ?? {}).map((name) => `--${name}`);
      expect(offered([...words.split(' '), '--'])).toEqual([...options, '--help', '--json'].toSorted());
    }
  });

  test.each<[Line, Line]>([
    [['ac'], ['accounts']],
    [['help', 'ke'], ['keys']],
    [
      ['accounts', 'create', '--name', 'accounts', '--plan', ''],
      ['free', 'pro'],
    ],
    [
      ['accounts', 'set-plan', '--json', 'x', ''],
      ['free', 'pro'],
    ],
    [['accounts', 'set-plan', ''], []],
    [['accounts', 'set-rate', 'x', 'd'], ['default']],
    [['keys', 'create', '--type', 'r'], ['render']],
    [['keys', 'create', '--name', ''], []],
    [
      ['labels', 'import', 'x', 'label'],
      ['label one.zpl', 'label.zpl', 'labels'],
    ],
    [['render', 'label.zpl', '-o', 'oth'], ['other.json']],
    [['completion', 'z'], ['zsh']],
    [['nothing', ''], []],
  ])('%j is completed by %j', (line, candidates) => {
    expect(offered(line)).toEqual(candidates);
  });
});

test('a value that is joined to its option is completed in bash, which takes it for three words', () => {
  const script = join(folder, 'completion.bash');
  const { stdout } = spawnSync('bash', SHELLS['bash']?.(['accounts', 'create', '--plan', '=', 'f']) ?? [], {
    encoding: 'utf8',
    env: { ...process.env, SCRIPT: script },
  });
  expect(stdout).toBe('free\n');
});

test('a script is one JSON document with --json, and there is none for other shells', async () => {
  const { stdout } = await platen(['completion', 'fish']);
  expect(json(await platen(['completion', 'fish', '--json']))).toEqual({ shell: 'fish', script: stdout });
  expect(await platen(['completion', 'csh'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('argument 1 must be bash or zsh or fish, not "csh"'),
  });
});
