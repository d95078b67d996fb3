import { type CliCommand, command } from './command.ts';

const PLAN = ['pro', 'free'] as const;
/** Folders of the user's printer. */
const PRINTER = { fonts: { value: 'DIR' }, profile: { value: 'DIR' } } as const;
const SIZE = { 'width-mm': { value: 'W' }, 'height-mm': { value: 'H' }, dpi: { value: 'N' } } as const;

/** Every command of `platen`, by its words. */
export const COMMANDS: Readonly<Record<string, CliCommand>> = {
  serve: command({
    summary: 'Runs the service. Settings are environment variables: see docs/configuration.md.',
    load: async () => (await import('./serve.ts')).serve,
  }),
  demo: command({
    options: { output: { value: 'DIR' }, once: {} },
    summary:
      'Runs the service with a sample account, on the embedded database. Prints a key, the labels and commands to\n' +
      'paste. The database is in DATA_DIR, or is removed at the end. --output keeps the rendered files; --once\n' +
      'exits after rendering.',
    load: async () => (await import('./demo.ts')).demo,
  }),
  doctor: command({
    summary:
      'Checks everything that the service needs and prints remedies: settings, native parts, renderer, database,\n' +
      'Redis, clocks, ports, limits. Exits 1 if a check failed. It may run while the service runs.',
    load: async () => (await import('./doctor.ts')).doctor,
  }),
  migrate: command({
    summary: 'Brings the database schema up to date.',
    load: async () => (await import('./migrate.ts')).migrate,
  }),
  'accounts create': command({
    options: { name: { value: 'NAME', required: true }, plan: { value: PLAN } },
    summary: 'Creates an account; the default plan is pro.',
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
      'Sets the budget of an account and of each of its keys, in units a minute. default restores\n' +
      'RATE_UNITS_PER_MINUTE. Running services follow within a second.',
    load: async () => (await import('./accounts.ts')).setRate,
  }),
  'accounts grant': command({
    operands: ['ACCOUNT_ID'],
    summary: 'Grants an account access, whatever its plan.',
    load: async () => (await import('./accounts.ts')).grant,
  }),
  'accounts ungrant': command({
    operands: ['ACCOUNT_ID'],
    summary: 'Revokes a granted access.',
    load: async () => (await import('./accounts.ts')).ungrant,
  }),
  'accounts join-team': command({
    operands: ['ACCOUNT_ID', 'TEAM_ID'],
    summary: 'Makes the account a member of a team, and creates the team if it is new.',
    load: async () => (await import('./accounts.ts')).joinTeam,
  }),
  'accounts leave-team': command({
    operands: ['ACCOUNT_ID', 'TEAM_ID'],
    summary: 'Ends the membership of an account in a team.',
    load: async () => (await import('./accounts.ts')).leaveTeam,
  }),
  'accounts delete': command({
    operands: ['ACCOUNT_ID'],
    options: { yes: {} },
    summary:
      'Deletes an account, its keys, labels and memberships. If it has active keys, the command lists what would be\n' +
      'lost and needs --yes. Running services reject its keys within a second.',
    load: async () => (await import('./accounts.ts')).remove,
  }),
  'keys create': command({
    options: {
      account: { value: 'ID', required: true },
      type: { value: ['full', 'render'] },
      name: { value: 'NAME' },
    },
    summary:
      'Creates a key (full by default) and prints its value, which is shown only once. The name is for people,\n' +
      'such as the place where the key is used.',
    load: async () => (await import('./keys.ts')).create,
  }),
  'keys list': command({
    options: { account: { value: 'ID' } },
    summary: 'Lists keys without their values, with their usage.',
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
      'Saves labels: all of them, or none if one is rejected. A file holds a bundle, an array of bundles or JSON\n' +
      'Lines; bare ZPL needs --name and the size. An existing id of the account is replaced. `-` is standard\n' +
      'input. Findings of the linter go to standard error. Without --force, a file that is not ZPL, a malformed\n' +
      'transform and a dpi that no print head has are rejected. --fields reads printer streams: numbered fields\n' +
      '(^FN) become variables, stored formats are joined with their recalls, and the size is that of ^PW and ^LL;\n' +
      'each file of a folder is a separate stream. --remove-setup removes commands that set up the printer;\n' +
      '--keep-placeholders treats {name} in the stream as a placeholder; --rasters marks pictures of a symbol, so\n' +
      'that they are redrawn. --dry-run saves nothing, and needs no account.',
    load: async () => (await import('./labels.ts')).importLabels,
  }),
  'labels show': command({
    operands: ['LABEL_ID'],
    summary:
      'Shows a saved label: size, tokens, barcodes that show values, transforms. With --json it prints the\n' +
      "API's LabelDetail, including ZPL.",
    load: async () => (await import('./labels.ts')).show,
  }),
  'labels export': command({
    operands: ['LABEL_ID'],
    options: { dpi: { value: ['152', '203', '300', '600'] } },
    summary:
      'Prints a label as a bundle that import accepts. --dpi scales the label for another print head; standard error\n' +
      'names symbols that grow or shrink by that, and what leaves the label.',
    load: async () => (await import('./labels.ts')).exportLabel,
  }),
  'labels history': command({
    operands: ['LABEL_ID'],
    summary: 'Lists the last 50 revisions of a label, newest first.',
    load: async () => (await import('./label-history.ts')).history,
  }),
  'labels diff': command({
    operands: ['LABEL_ID'],
    options: {
      from: { value: 'REVISION|FILE' },
      to: { value: 'REVISION|FILE' },
      output: { value: 'OUT.png', short: 'o' },
    },
    summary:
      'Shows how two revisions of a label differ, a command on each line: by default the present one and the one\n' +
      'before. A file is ZPL or a bundle, and `-` is standard input: `git show HEAD:label.json | platen labels diff\n' +
      'LABEL_ID --from -`. With ZPL alone only ZPL is compared. -o draws both over one another: red is in the first\n' +
      'alone, blue in the second.',
    load: async () => (await import('./label-history.ts')).diff,
  }),
  'labels restore': command({
    operands: ['LABEL_ID', 'REVISION'],
    summary: 'Makes an earlier revision of a label its newest one. The present one stays in the history.',
    load: async () => (await import('./label-history.ts')).restore,
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
    operands: ['FILE.zpl|BUNDLE.json'],
    options: {
      output: { value: 'OUT.{png,pdf,zpl}', short: 'o', required: true },
      ...SIZE,
      vars: { value: 'FILE.json' },
      index: { value: 'I' },
      all: {},
      ...PRINTER,
    },
    summary:
      'Renders a file without a server; warnings go to standard error. PNG and PDF of ZPL need the size; a bundle has\n' +
      'its own, and is scaled for another --dpi. --vars substitutes first. --index chooses a label, counted from 0;\n' +
      '--all writes OUT-1.png, OUT-2.png … or one PDF page for each label. --fonts is a folder of fonts that the\n' +
      "printer holds, by default FONTS_DIR; --profile is a printer's profile, by default PRINTER_PROFILE.",
    load: async () => (await import('./render.ts')).render,
  }),
  lint: command({
    operands: ['[PATH...]'],
    options: {
      sarif: {},
      fix: {},
      write: {},
      config: { value: 'FILE.json' },
      explain: { value: 'CODE' },
      printer: { value: 'NAME' },
      'max-warnings': { value: 'N' },
      vars: { value: 'FILE.json' },
      ...SIZE,
      ...PRINTER,
    },
    summary:
      'Reports faults of labels with their places, in files of ZPL, bundles, and folders of them. Without a size,\n' +
      '^PW and ^LL are the edges, at 203 dpi unless --dpi is given; bundles have their own size. --vars inserts\n' +
      'values first; --fonts is a folder of fonts that the printer holds, --profile its profile, --printer its\n' +
      'model, or its name in the configuration. --sarif is for code review. Exits 1 with an error, or with more\n' +
      'warnings than --max-warnings. --fix prints, as a difference, the repairs of faults that have only one; --write\n' +
      'writes them. docs/lint.md lists all findings, and --explain prints what it has about one. --config is a file\n' +
      'with the severities of rules and with printers; without it platen-lint.json of the current folder is read, if\n' +
      'there is one.',
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
      'input-format': { value: ['csv', 'tsv', 'jsonl', 'json', 'xlsx'] },
      sheet: { value: 'NAME' },
      delimiter: { value: 'C' },
      encoding: { value: 'E' },
      map: { value: 'COLUMN=VARIABLE', many: true },
      set: { value: 'NAME=VALUE', many: true },
      copies: { value: 'N' },
      'copies-column': { value: 'C' },
      images: { value: 'DIR' },
      'on-error': { value: ['skip', 'stop'] },
      'max-failed': { value: 'N|P%' },
      shard: { value: 'I/N' },
      'allow-unresolved': {},
      'dry-run': {},
      preview: { value: 'N' },
      concurrency: { value: 'N' },
      resume: {},
      ...SIZE,
      ...PRINTER,
    },
    summary:
      'Makes a label for every row of a file: CSV, TSV, JSON Lines, a JSON array (also gzipped) or .xlsx; `-` is\n' +
      'standard input. --url asks a service for a saved label; --local needs none. OUT is a file, a folder with\n' +
      '--split (rows a file) or --name-template ({column}, {row}); the journal is named after it. --printer sends\n' +
      'to a raw port instead, nothing twice. Failed rows are written to OUT.failed.csv, and all others are made;\n' +
      '--on-error stop ends at the first failed row, --max-failed after more than N or P % of them.\n' +
      '--shard I/N does the I-th of N parts of a file, counted from 0, into a file of its own; batch merge joins\n' +
      'them. After a crash, a full disk or Ctrl-C the same command with --resume continues. --dry-run checks all\n' +
      'rows; --preview draws the first, the last and N more. A label with a placeholder that no column, --set or\n' +
      'automatic token fills, or that uses no column, is rejected without --allow-unresolved. Exits 0 if all rows\n' +
      'are done, 3 if some failed or labels show placeholders. See docs/batch.md.',
    load: async () => (await import('./batch.ts')).batch,
  }),
  'batch merge': command({
    operands: ['OUT'],
    options: { shards: { value: 'N', required: true } },
    summary:
      'Joins the files of N shards: OUT and OUT.failed.csv become those of one run. PDFs and folders stay apart,\n' +
      'and only their failed rows are joined. A shard that is missing, not finished or made otherwise is named,\n' +
      'and nothing is written then. Exits 0 if no row failed, 3 if some did.',
    load: async () => (await import('./batch-merge.ts')).batchMerge,
  }),
  compare: command({
    operands: ['PRINTER LABEL...'],
    options: {
      vars: { value: 'FILE.json' },
      ...SIZE,
      'min-iou': { value: 'X' },
      output: { value: 'FOLDER', short: 'o' },
      ...PRINTER,
    },
    summary:
      'Compares what Platen draws with the previews of a printer, which prints nothing: HOST or http://HOST[:PORT] of\n' +
      "a Link-OS printer's web page, and files of ZPL, bundles, or folders of them. Prints for each label whether\n" +
      'both are equal, else the black dots that both have of those that either has, from 0 to 1, and those that one\n' +
      'alone has. -o writes pictures with these in red (Platen) and blue (printer). Exits 1 if a label is below\n' +
      '--min-iou. See docs/comparing.md.',
    load: async () => (await import('./compare.ts')).compare,
  }),
  profile: command({
    operands: ['PRINTER LABEL...'],
    options: {
      output: { value: 'DIR', short: 'o', required: true },
      characters: { value: 'ascii|latin1|FILE' },
      vars: { value: 'FILE.json' },
    },
    summary:
      "Samples a printer's fonts and rules through its previews, which print nothing, into the folder DIR: each font,\n" +
      'size and orientation that the labels use, in the characters given (ascii if none are) and those of the labels.\n' +
      'DIR grows with each call, and a sampling that was stopped goes on. PRINTER is HOST or http://HOST[:PORT] of a\n' +
      "Link-OS printer's web page; LABEL a file of ZPL, a bundle, or a folder of them. See docs/printer-profiles.md.",
    load: async () => (await import('./profile.ts')).profile,
  }),
  convert: command({
    operands: ['FILE'],
    options: {
      output: { value: 'OUT', short: 'o' },
      dpi: { value: 'N' },
      'width-mm': { value: 'W' },
      'height-mm': { value: 'H' },
      page: { value: 'N|all' },
      crop: { value: 'X,Y,W,H|ink' },
      rotate: { value: ['0', '90', '180', '270'] },
      dither: { value: ['none', 'floyd-steinberg', 'atkinson'] },
      threshold: { value: '0…255' },
      encoding: { value: ['z64', 'b64', 'hex', 'ascii'] },
      name: { value: 'R:LOGO.GRF' },
      label: {},
      'from-dpi': { value: 'N' },
      'to-dpi': { value: 'N' },
      format: {},
    },
    summary:
      'Turns a picture or a page of a PDF into ZPL: a ^GF field, a ~DG with --name, a whole label with --label.\n' +
      'PNG, JPEG, GIF, BMP, WebP, SVG and PDF are recognised by content. The size is that of --width-mm and\n' +
      '--height-mm, of the file, or of the page, at 203 or --dpi dots per inch; --crop ink leaves the white edges\n' +
      'out, and --encoding is the shortest unless given. ZPL becomes ZPL: --from-dpi and --to-dpi scale it, --format\n' +
      'puts a command on each line. Prints the ZPL, or writes it to OUT. See docs/converting.md.',
    load: async () => (await import('./convert.ts')).convert,
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
      'Puts load on a service, and reports its capacity and its limit. --rate sends R requests a second, for 30\n' +
      'seconds or --duration; --find searches for the highest rate whose p99 stays below --p99, and holds it;\n' +
      'without either, each connection sends its next request after the response. --mix has the parts of zpl,\n' +
      'png, pdf and print (25 records). --variables is an object of values, or an array of them, used in turn; by\n' +
      'default values are made up. --html writes a page with plots. The service must run on this machine, unless\n' +
      '--allow-remote is given: see docs/load-testing.md.',
    load: async () => (await import('./load.ts')).load,
  }),
  studio: command({
    operands: ['[PATH...]'],
    options: {
      url: { value: 'URL' },
      'key-file': { value: 'FILE' },
      account: { value: 'ID' },
      port: { value: 'N' },
      'no-open': {},
      'read-only': {},
      ...PRINTER,
    },
    summary:
      'Opens labels in a local web page to view and edit: ZPL files and bundles of files and folders (by default\n' +
      'the current folder), or the labels of a service: --url shows them, --account saves them too, as labels import\n' +
      'does. Prints an address with a token that admits one browser, and opens it unless --no-open is given; with\n' +
      '--read-only it saves nothing. Ends with Ctrl-C. See docs/studio.md.',
    load: async () => (await import('./studio.ts')).studio,
  }),
  renderer: command({
    options: {
      host: { value: 'H' },
      port: { value: 'N' },
      ...PRINTER,
      'key-file': { value: 'FILE' },
      rate: { value: 'N' },
      playground: {},
    },
    summary:
      "Answers calls of Labelary's API: ZPL in, PNG, PDF, texts or ZPL out. It has no database and stores nothing.\n" +
      '--key-file has keys, one a line, of which each call then needs one; --rate bounds the calls a second of each\n' +
      'key or address. --playground serves an editor of labels at /playground/, which keeps none. Other settings are\n' +
      'environment variables: see docs/renderer.md.',
    load: async () => (await import('./renderer.ts')).renderer,
  }),
  completion: command({
    operands: [['bash', 'zsh', 'fish']],
    summary: 'Prints a script that completes command lines in a shell. Its first lines say where to put it.',
    load: async () => (await import('./completion.ts')).completion(COMMANDS),
  }),
  version: command({
    summary: 'Prints the version of this program; so do --version and -V.',
    load: async () => (await import('./print-version.ts')).printVersion,
  }),
};
