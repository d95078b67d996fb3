import { type Command, command } from './command.ts';

const PLAN = ['pro', 'free'] as const;
const FONTS = { fonts: { value: 'DIR' } } as const;
const SIZE = { 'width-mm': { value: 'W' }, 'height-mm': { value: 'H' }, dpi: { value: 'N' } } as const;

/** Every command of `platen`, by its words. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: command({
    summary: 'Runs the service. Settings are environment variables: see docs/configuration.md.',
    load: async () => (await import('./serve.ts')).serve,
  }),
  demo: command({
    options: { output: { value: 'DIR' }, once: {} },
    summary:
      'Runs the service with a sample account, on the embedded database. Prints a key, the labels and lines to\n' +
      'paste. The database is in DATA_DIR, or goes when the demonstration ends. --output keeps what was rendered;\n' +
      '--once ends after that.',
    load: async () => (await import('./demo.ts')).demo,
  }),
  doctor: command({
    summary:
      'Checks what the service needs and says what to do: settings, native parts, renderer, database, Redis,\n' +
      'clocks, ports, limits. Exits 1 when something failed. It may run beside the service.',
    load: async () => (await import('./doctor.ts')).doctor,
  }),
  migrate: command({
    summary: 'Brings the database schema up to date.',
    load: async () => (await import('./migrate.ts')).migrate,
  }),
  'accounts create': command({
    options: { name: { value: 'NAME', required: true }, plan: { value: PLAN } },
    summary: 'Makes an account; the plan is pro unless given.',
    load: async () => (await import('./accounts.ts')).create,
  }),
  'accounts list': command({
    summary: 'Lists the accounts.',
    load: async () => (await import('./accounts.ts')).list,
  }),
  'accounts set-plan': command({
    operands: ['ACCOUNT_ID', PLAN],
    summary: 'Changes the plan of an account.',
    load: async () => (await import('./accounts.ts')).setPlan,
  }),
  'accounts set-rate': command({
    operands: ['ACCOUNT_ID', 'UNITS|default'],
    summary:
      'Sets the budget of an account and of each of its keys, in units a minute. default makes it what\n' +
      'RATE_UNITS_PER_MINUTE says. Running services follow within a second.',
    load: async () => (await import('./accounts.ts')).setRate,
  }),
  'accounts grant': command({
    operands: ['ACCOUNT_ID'],
    summary: 'Gives an account access whatever its plan.',
    load: async () => (await import('./accounts.ts')).grant,
  }),
  'accounts ungrant': command({
    operands: ['ACCOUNT_ID'],
    summary: 'Takes that access back.',
    load: async () => (await import('./accounts.ts')).ungrant,
  }),
  'accounts join-team': command({
    operands: ['ACCOUNT_ID', 'TEAM_ID'],
    summary: 'Makes the account a member of a team, and the team if it is new.',
    load: async () => (await import('./accounts.ts')).joinTeam,
  }),
  'accounts leave-team': command({
    operands: ['ACCOUNT_ID', 'TEAM_ID'],
    summary: 'Ends that membership.',
    load: async () => (await import('./accounts.ts')).leaveTeam,
  }),
  'accounts delete': command({
    operands: ['ACCOUNT_ID'],
    options: { yes: {} },
    summary:
      'Deletes an account, its keys, labels and memberships. Where it has active keys it says what would be lost,\n' +
      'unless --yes is there. Running services refuse its keys within a second.',
    load: async () => (await import('./accounts.ts')).remove,
  }),
  'keys create': command({
    options: {
      account: { value: 'ID', required: true },
      type: { value: ['full', 'render'] },
      name: { value: 'NAME' },
    },
    summary:
      'Makes a key (full unless given) and prints its value, which is shown this once. The name is for people:\n' +
      'where the key is used, say.',
    load: async () => (await import('./keys.ts')).create,
  }),
  'keys list': command({
    options: { account: { value: 'ID' } },
    summary: 'Lists keys without their values, with the use that was made of them.',
    load: async () => (await import('./keys.ts')).list,
  }),
  'keys revoke': command({
    operands: ['KEY_ID'],
    summary: 'Ends the access of a key.',
    load: async () => (await import('./keys.ts')).revoke,
  }),
  'keys rotate': command({
    operands: ['KEY_ID'],
    summary: 'Revokes a key and prints the value of a new one of the same type and name.',
    load: async () => (await import('./keys.ts')).rotate,
  }),
  'labels import': command({
    operands: ['FILE...'],
    options: {
      account: { value: 'ID' },
      force: {},
      name: { value: 'NAME' },
      ...SIZE,
      id: { value: 'ID' },
      'output-format': { value: ['vector', 'bitmap'] },
      fields: {},
      'remove-setup': {},
      'keep-placeholders': {},
      rasters: {},
      'dry-run': {},
    },
    summary:
      'Saves labels: all of them, or none when one is refused. A file holds a bundle, an array of bundles or\n' +
      'JSON Lines; bare ZPL needs --name and the size. An id that the account has is replaced. `-` is standard\n' +
      'input. What the linter finds goes to standard error. Refused are what is not ZPL, a malformed transform\n' +
      'and a dpi that no print head has, unless forced. --fields takes what a program sent to a printer: numbered\n' +
      'fields (^FN) become variables, stored formats are joined with their recalls, and the size is that of ^PW and\n' +
      '^LL; each file of a folder is a stream of its own. --remove-setup leaves out what sets up the printer;\n' +
      '--keep-placeholders takes {name} in the stream as a placeholder; --rasters marks pictures of a symbol, so that\n' +
      'they are drawn anew. --dry-run saves nothing, and needs no account.',
    load: async () => (await import('./labels.ts')).importLabels,
  }),
  'labels show': command({
    operands: ['LABEL_ID'],
    summary:
      'Shows what is saved of a label: size, tokens, barcodes that show values, transforms. With --json it is the\n' +
      "API's LabelDetail, ZPL included.",
    load: async () => (await import('./labels.ts')).show,
  }),
  'labels export': command({
    operands: ['LABEL_ID'],
    summary: 'Prints a label as a bundle that import accepts.',
    load: async () => (await import('./labels.ts')).exportLabel,
  }),
  'labels list': command({
    options: { account: { value: 'ID' } },
    summary: 'Lists labels, those of teams included.',
    load: async () => (await import('./labels.ts')).list,
  }),
  'labels delete': command({
    operands: ['LABEL_ID'],
    summary: 'Deletes a label.',
    load: async () => (await import('./labels.ts')).remove,
  }),
  render: command({
    operands: ['FILE.zpl'],
    options: {
      output: { value: 'OUT.{png,pdf,zpl}', short: 'o', required: true },
      ...SIZE,
      vars: { value: 'FILE.json' },
      index: { value: 'I' },
      all: {},
      ...FONTS,
    },
    summary:
      'Renders a file without a server; warnings go to standard error. PNG and PDF need the size. --vars\n' +
      'substitutes first. --index chooses a label, counted from 0; --all writes OUT-1.png, OUT-2.png … or one\n' +
      'PDF page for each label. --fonts is a folder of fonts that the printer holds, FONTS_DIR unless given.',
    load: async () => (await import('./render.ts')).render,
  }),
  lint: command({
    operands: ['PATH...'],
    options: { sarif: {}, 'max-warnings': { value: 'N' }, vars: { value: 'FILE.json' }, ...SIZE, ...FONTS },
    summary:
      'Says what is wrong with labels, and where: files of ZPL, bundles, and folders of them. Without a size\n' +
      '^PW and ^LL are the edges, at 203 dpi unless --dpi is there; bundles have their own. --vars inserts values\n' +
      'first; --fonts is a folder of fonts that the printer holds. --sarif is for code review. Exits 1 with an\n' +
      'error, or with more warnings than --max-warnings. docs/lint.md has all findings.',
    load: async () => (await import('./lint.ts')).lint,
  }),
  batch: command({
    operands: ['ROWS'],
    options: {
      label: { value: 'ID|FILE.zpl|BUNDLE.json', required: true },
      url: { value: 'URL' },
      'key-file': { value: 'FILE' },
      local: {},
      output: { value: 'OUT', short: 'o', required: true },
      format: { value: ['zpl', 'pdf', 'png'] },
      split: { value: 'N' },
      'name-template': { value: 'T' },
      printer: { value: 'HOST[:PORT]' },
      'input-format': { value: ['csv', 'tsv', 'jsonl', 'json'] },
      delimiter: { value: 'C' },
      encoding: { value: 'E' },
      map: { value: 'COLUMN=VARIABLE', many: true },
      set: { value: 'NAME=VALUE', many: true },
      copies: { value: 'N' },
      'copies-column': { value: 'C' },
      'on-error': { value: ['skip', 'stop'] },
      'allow-unresolved': {},
      'dry-run': {},
      preview: { value: 'N' },
      concurrency: { value: 'N' },
      resume: {},
      ...SIZE,
      ...FONTS,
    },
    summary:
      'Prints a label for every row of a file: CSV, TSV, JSON Lines or a JSON array, also gzipped; `-` is standard\n' +
      'input. --url asks a service for a saved label; --local needs none. OUT is a file, a folder with --split (rows\n' +
      'a file) or --name-template ({column}, {row}), and names the journal beside it. --printer sends to a raw port\n' +
      'instead, nothing twice. Rows that fail are in OUT.failed.csv, and the others are printed; --on-error stop ends\n' +
      'at the first. After a crash, a full disk or Ctrl-C the same command with --resume goes on. --dry-run checks all\n' +
      'rows; --preview draws the first, the last and N others. A label with a placeholder that no column, --set or\n' +
      'automatic token fills is refused, and one that uses no column, unless --allow-unresolved is given. Exits 0 when\n' +
      'all rows are done, 3 when some failed or labels show placeholders.',
    load: async () => (await import('./batch.ts')).batch,
  }),
  load: command({
    options: {
      url: { value: 'URL', required: true },
      'key-file': { value: 'FILE', required: true },
      label: { value: 'ID', required: true, many: true },
      mix: { value: 'zpl=70,png=20,print=10' },
      rate: { value: 'R' },
      find: {},
      p99: { value: '250ms' },
      duration: { value: 'S' },
      connections: { value: 'N' },
      variables: { value: 'FILE.json' },
      html: { value: 'FILE' },
      'allow-remote': {},
    },
    summary:
      'Puts load on a service and says what it carries, and what limits it. --rate sends so many requests a\n' +
      'second, for 30 seconds unless --duration says otherwise; --find looks for the highest rate whose p99 stays\n' +
      'below --p99, and holds it; without either each of the connections sends its next request when it is\n' +
      'answered. --mix has the parts of zpl, png, pdf and print (25 records). --variables is an object of values,\n' +
      'or an array of them, used in turn; values are made up otherwise. --html writes a page with plots. The\n' +
      'service has to run on this machine, unless --allow-remote is there: see docs/load-testing.md.',
    load: async () => (await import('./load.ts')).load,
  }),
  studio: command({
    operands: ['[PATH...]'],
    options: {
      url: { value: 'URL' },
      'key-file': { value: 'FILE' },
      port: { value: 'N' },
      'no-open': {},
      ...FONTS,
    },
    summary:
      'Opens labels in a page of this machine to look at and edit: ZPL files and bundles of files and folders (the\n' +
      'current folder unless given), or the labels of a service. Prints an address with a token that lets one\n' +
      'browser in, and opens it unless --no-open is there; ends with Ctrl-C. See docs/studio.md.',
    load: async () => (await import('./studio.ts')).studio,
  }),
  completion: command({
    operands: [['bash', 'zsh', 'fish']],
    summary: 'Prints a script that completes command lines in a shell. Its first lines say where it goes.',
    load: async () => (await import('./completion.ts')).completion(COMMANDS),
  }),
  version: command({
    summary: 'Prints the version of this program; so do --version and -V.',
    load: async () => (await import('./print-version.ts')).printVersion,
  }),
};
