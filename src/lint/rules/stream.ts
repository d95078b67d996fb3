import type { Rule } from '../rule.ts';

/** Labels and fields that begin and end, and what stands between them. */
export const STREAM_RULES = {
  'not-zpl': {
    severity: 'error',
    title: 'This is not ZPL',
    wrong: 'A label begins with `^XA` and ends with `^XZ`; a printer prints nothing of any other stream.',
    example: '«<html>»\n<p>Not found</p>',
    mended: '^XA^FO50,50^A0N,30^FDNot found^FS^XZ',
    instead: 'send ZPL, from ^XA to ^XZ',
  },
  'label-not-closed': {
    severity: 'error',
    title: 'A label is never closed',
    wrong: 'A printer that gets no `^XZ` prints nothing, and takes what comes next for a part of this label.',
    example: '«^XA»^FO50,50^A0N,30^FDLast words^FS',
    mended: '^XA^FO50,50^A0N,30^FDLast words^FS^XZ',
    instead: 'end the label with ^XZ',
  },
  'label-not-opened': {
    severity: 'error',
    title: 'A field stands outside of every label',
    wrong: 'What stands before `^XA` or after `^XZ` is not printed.',
    example: '^XA^FO50,50^A0N,30^FDInside^FS^XZ\n«^FO»50,90^A0N,30^FDOutside^FS',
    mended: '^XA^FO50,50^A0N,30^FDInside^FS\n^FO50,90^A0N,30^FDOutside^FS^XZ',
    instead: 'put the field between ^XA and ^XZ',
  },
  'label-opened-twice': {
    severity: 'warning',
    title: 'A label is opened within another',
    wrong: 'Two labels run into one when the `^XZ` between them is missing.',
    example: '^XA^FO50,50^A0N,30^FDOne^FS\n«^XA»^FO50,90^A0N,30^FDTwo^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDOne^FS^XZ\n^XA^FO50,90^A0N,30^FDTwo^FS^XZ',
    instead: 'end the label before with ^XZ',
  },
  'text-between-fields': {
    severity: 'warning',
    title: 'Text stands between fields',
    wrong: 'Printers pass over text that no command takes. Often a command before it has lost its prefix.',
    example: '^XA^FO50,50^A0N,30^FDPrice^FS«FO50,90»^A0N,30^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice^FS^FO50,90^A0N,30^FDEUR^FS^XZ',
    instead: 'put it into a field, begin a comment with ^FX, or leave it out',
  },
  'text-outside-labels': {
    severity: 'info',
    title: 'Text stands outside of labels',
    wrong: 'Printers pass over what stands before `^XA` and after `^XZ`.',
    example: '«Label of 3 May»\n^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
    instead: 'leave it out, or begin it with ^FX after ^XA',
  },
  'command-unknown': {
    severity: 'warning',
    title: 'No such command is known',
    wrong: 'Printers pass over a command that they do not know, and what stands behind it with it.',
    example: '^XA^FO50,50^A0N,30«^FQ»^FDPrice^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
    instead: 'correct its name, or leave it out',
  },
  'setting-too-late': {
    severity: 'warning',
    title: 'A setting is made after a field that it changes',
    wrong: 'Settings outlive the label: the first copy is printed without it, and each further one with it.',
    example: '^XA^FO50,50^FDPrice^FS«^CF»0,40^FO50,90^FDEUR^FS^XZ',
    mended: '^XA^CF0,40^FO50,50^FDPrice^FS^FO50,90^FDEUR^FS^XZ',
    instead: 'make the setting before the first field',
  },
  'prefix-left-changed': {
    severity: 'warning',
    title: 'A prefix is left changed',
    wrong: 'A changed prefix or delimiter outlives the label: the next one is not understood.',
    example: '«^CC»+\n+XA+FO50,50+A0N,30+FDPrice+FS+XZ',
    mended: '^CC+\n+XA+FO50,50+A0N,30+FDPrice+FS+XZ+CC^',
    instead: 'change it back behind the label',
  },
  'command-not-shown': {
    severity: 'info',
    title: 'Pictures do not show what a command does',
    wrong: 'A printer carries it out, and prints something else than the picture.',
    example: '^XA^FO50,50^A0N,30^FDA001«^SF»%DDD,1^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^SNA001,1,Y^FS^XZ',
    instead: 'look at a printed label',
  },
  'command-for-printer': {
    severity: 'info',
    title: 'A command sets up, asks or moves the printer',
    wrong:
      'Viewers ignore it. A printer carries it out each time that the label is printed, and much of it stays when the label is done.',
    example: '^XA^FO50,50^A0N,30^FDPrice^FS«^JU»S^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
    instead: 'leave it out where the printer is set up already',
  },
  'label-too-large': {
    severity: 'error',
    title: 'The service does not take this label',
    wrong:
      'Requests for a label beyond its limits are answered 413; what is beyond them is not looked at here.',
    example: '^XA«^PW»30000^LL30000^FO50,50^A0N,30^FDPrice^FS^XZ',
    mended: '^XA^PW800^LL1200^FO50,50^A0N,30^FDPrice^FS^XZ',
    instead: 'make it smaller; docs/limits.md has the limits',
  },
  'too-many-findings': {
    severity: 'info',
    title: 'There are more findings than are listed',
    wrong:
      'Of each stream 1000 are listed, errors before warnings; of those of one code in one place only one. It is as severe as the worst of those that are left out.',
    // A thousand of them are too long to read.
    example: null,
    mended: null,
    instead: 'mend those that are listed, and lint again',
  },
} as const satisfies Readonly<Record<string, Rule>>;
