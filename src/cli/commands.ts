import type { Io } from './io.ts';

type Run = (argv: readonly string[], io: Io) => Promise<void>;

interface Command {
  /** Arguments, as help shows them. */
  readonly synopsis: string;
  readonly summary: string;
  /** Loads no more than the command needs: `render` never sees the database. */
  readonly load: () => Promise<Run>;
}

const SIZE = '--width-mm W --height-mm H --dpi N';

/** Every command of `platen`, by its words. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    synopsis: '',
    summary: 'Runs the service. Settings are environment variables: see docs/configuration.md.',
    load: async () => (await import('./serve.ts')).serve,
  },
  migrate: {
    synopsis: '',
    summary: 'Brings the database schema up to date.',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  'accounts create': {
    synopsis: '--name NAME [--plan pro|free]',
    summary: 'Makes an account; the plan is pro unless given.',
    load: async () => (await import('./accounts.ts')).create,
  },
  'accounts list': {
    synopsis: '',
    summary: 'Lists the accounts.',
    load: async () => (await import('./accounts.ts')).list,
  },
  'accounts set-plan': {
    synopsis: 'ACCOUNT_ID pro|free',
    summary: 'Changes the plan of an account.',
    load: async () => (await import('./accounts.ts')).setPlan,
  },
  'accounts grant': {
    synopsis: 'ACCOUNT_ID',
    summary: 'Gives an account access whatever its plan.',
    load: async () => (await import('./accounts.ts')).grant,
  },
  'accounts ungrant': {
    synopsis: 'ACCOUNT_ID',
    summary: 'Takes that access back.',
    load: async () => (await import('./accounts.ts')).ungrant,
  },
  'accounts join-team': {
    synopsis: 'ACCOUNT_ID TEAM_ID',
    summary: 'Makes the account a member of a team, and the team if it is new.',
    load: async () => (await import('./accounts.ts')).joinTeam,
  },
  'accounts leave-team': {
    synopsis: 'ACCOUNT_ID TEAM_ID',
    summary: 'Ends that membership.',
    load: async () => (await import('./accounts.ts')).leaveTeam,
  },
  'keys create': {
    synopsis: '--account ID [--type full|render]',
    summary: 'Makes a key (full unless given) and prints its value, which is shown this once.',
    load: async () => (await import('./keys.ts')).create,
  },
  'keys list': {
    synopsis: '[--account ID]',
    summary: 'Lists keys without their values.',
    load: async () => (await import('./keys.ts')).list,
  },
  'keys revoke': {
    synopsis: 'KEY_ID',
    summary: 'Ends the access of a key.',
    load: async () => (await import('./keys.ts')).revoke,
  },
  'keys rotate': {
    synopsis: 'KEY_ID',
    summary: 'Revokes a key and prints the value of a new one of the same type.',
    load: async () => (await import('./keys.ts')).rotate,
  },
  'labels import': {
    synopsis: `FILE... --account ID [--force] [--name NAME ${SIZE} [--id ID] [--output-format vector|bitmap]]`,
    summary:
      'Saves labels: all of them, or none when one is refused. A file holds a bundle, an array of bundles or\n' +
      'JSON Lines; bare ZPL needs --name and the size. An id that the account has is replaced. `-` is standard\n' +
      'input. What the linter finds goes to standard error. Refused are what is not ZPL, a malformed transform\n' +
      'and a dpi that no print head has, unless forced.',
    load: async () => (await import('./labels.ts')).importLabels,
  },
  'labels export': {
    synopsis: 'LABEL_ID',
    summary: 'Prints a label as a bundle that import accepts.',
    load: async () => (await import('./labels.ts')).exportLabel,
  },
  'labels list': {
    synopsis: '[--account ID]',
    summary: 'Lists labels, those of teams included.',
    load: async () => (await import('./labels.ts')).list,
  },
  'labels delete': {
    synopsis: 'LABEL_ID',
    summary: 'Deletes a label.',
    load: async () => (await import('./labels.ts')).remove,
  },
  render: {
    synopsis: `FILE.zpl -o OUT.{png,pdf,zpl} ${SIZE} [--vars FILE.json] [--index I] [--all]`,
    summary:
      'Renders a file without a server; warnings go to standard error. --vars substitutes first. --index\n' +
      'chooses a label, counted from 0; --all writes OUT-1.png, OUT-2.png … or one PDF page for each label.',
    load: async () => (await import('./render.ts')).render,
  },
  lint: {
    synopsis: 'FILE.zpl [--width-mm W] [--height-mm H] [--dpi N] [--strict]',
    summary:
      'Shows what the renderer or substitution would warn about. The size comes from ^PW and ^LL at 203 dpi,\n' +
      'or 4 x 6 inches, unless given. Warnings exit 0, or 1 with --strict.',
    load: async () => (await import('./lint.ts')).lint,
  },
};
