import { DRAWS_STORED, type Slot } from '../../zpl/command-table/command-table.ts';
import { splitHeader } from '../../zpl/commands/graphics.ts';
import { GRAPHIC_BYTES_MAX, measureRunLengths } from '../../zpl/graphic-field.ts';
import type { Span } from '../../zpl/label.ts';
import { parseObjectName } from '../../zpl/objects.ts';
import { PICTURE_PARAMETERS, type PictureParameters } from '../../zpl/picture-parameters.ts';
import type { Command } from '../../zpl/tokenize.ts';
import { givenParameter } from '../given-parameters.ts';
import type { CommandListener, Findings, Found, RuleFamily } from '../rule-family.ts';
import { nameSpan } from '../spans.ts';

/** Pictures, fonts and formats, sent or stored. */
export const OBJECTS = {
  rules: {
    'picture-unknown': {
      from: ['picture-unknown'],
      severity: 'warning',
      title: 'The stream does not carry this picture',
      wrong: 'Only printers that already hold the picture print it; others leave its place blank.',
      example: '^XA^FO50,50^XG«R:LOGO.GRF»,1,1^FS^XZ',
      corrected: '~DGR:LOGO.GRF,2,1,FFFF\n^XA^FO50,50^XGR:LOGO.GRF,1,1^FS^XZ',
      instead: 'send it with ~DG before the label, or as ^GF',
    },
    'format-unknown': {
      from: ['format-unknown'],
      severity: 'warning',
      title: 'The stream does not carry this format',
      wrong: 'Only printers that already hold the format print it; others print nothing of it.',
      example: '^XA^XF«R:SHIP.ZPL»^FS^FN1^FDPrice^FS^XZ',
      corrected: '^XA^DFR:SHIP.ZPL^FS^FO50,50^A0N,30^FN1^FS^XZ\n^XA^XFR:SHIP.ZPL^FS^FN1^FDPrice^FS^XZ',
      instead: 'send it with ^DF before the label',
    },
    'format-nested': {
      from: ['format-nested'],
      severity: 'error',
      title: 'A stored format recalls another',
      wrong: 'Printers do not execute `^XF` within a format.',
      example:
        '^XA^DFR:A.ZPL^FS^FO50,50^A0N,30^FDA^FS^XZ\n^XA^DFR:B.ZPL^FS^XF«R:A.ZPL»^FS^XZ\n^XA^XFR:B.ZPL^FS^FO50,90^A0N,30^FDB^FS^XZ',
      corrected: '^XA^DFR:A.ZPL^FS^FO50,50^A0N,30^FDA^FS^XZ\n^XA^XFR:A.ZPL^FS^XZ',
      instead: 'recall both formats in the label',
    },
    'picture-too-large': {
      from: ['picture-too-large'],
      severity: 'error',
      title: 'A picture is too large',
      wrong: 'Neither printers nor this renderer have room for it.',
      example: '«~DG»R:LOGO.GRF,99999999,100,FF',
      corrected: '~DGR:LOGO.GRF,1,1,FF',
      instead: 'send a picture that fits on the label',
    },
    'picture-checksum': {
      from: ['picture-checksum'],
      severity: 'error',
      title: 'The checksum of a picture does not match',
      wrong: 'Printers do not print a picture that arrived damaged; most viewers do.',
      example: '^XA^FO50,50«^GF»A,8,8,1,:B64:/4GBgYGBgf8=:0000^FS^XZ',
      corrected: '^XA^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
      instead: 'make the picture again',
    },
    'picture-short': {
      from: ['picture-short'],
      severity: 'error',
      title: 'A picture is shorter than declared',
      wrong: 'Printers wait for the missing bytes, and take the following commands for them, or leave white.',
      example: '^XA^FO50,50«^GF»A,80,80,1,:B64:/4GBgYGBgf8=^FS^XZ',
      corrected: '^XA^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
      instead: 'declare as many bytes as there are',
    },
    'picture-incomplete': {
      severity: 'warning',
      title: 'A picture has fewer rows than declared',
      wrong: 'Printers leave the rest white, or wait for it.',
      example: '^XA^FO50,50«^GF»A,8,8,1,FF8181^FS^XZ',
      corrected: '^XA^FO50,50^GFA,3,3,1,FF8181^FS^XZ',
      instead: 'declare as many bytes as there are',
    },
    'picture-surplus': {
      severity: 'warning',
      title: 'A picture has more data than declared',
      wrong: 'The data beyond the declared bytes is left out: the picture is cut, or sheared.',
      example: '^XA^FO50,50«^GF»A,8,8,1,FF818181818181FFFF81^FS^XZ',
      corrected: '^XA^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
      instead: 'declare as many bytes as there are',
    },
    'picture-rows-uneven': {
      severity: 'warning',
      title: 'The bytes of a picture are not a whole number of rows',
      wrong: 'One of the two numbers is wrong, and rows that are too long or too short shear the picture.',
      example: '^XA^FO50,50^GFA,8,«8»,3,FF818181818181FF^FS^XZ',
      corrected: '^XA^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
      instead: 'declare the bytes of all rows, and those of a row',
    },
    'picture-unused': {
      severity: 'info',
      title: 'A picture is stored and not printed',
      wrong: 'It takes time and memory of the printer with each job.',
      example: '~DG«R:LOGO.GRF»,2,1,FFFF\n^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
      corrected: '~DGR:LOGO.GRF,2,1,FFFF\n^XA^FO50,50^XGR:LOGO.GRF,1,1^FS^XZ',
      instead: 'recall it with ^XG, or leave it out',
    },
    'picture-size-missing': {
      from: ['picture-size-missing'],
      severity: 'error',
      title: 'A picture has no size',
      wrong: 'Without its bytes and those of a row a picture is not printed.',
      example: '^XA^FO50,50«^GF»A,8,,1,FF818181818181FF^FS^XZ',
      corrected: '^XA^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
      instead: 'declare the number of all bytes, and of the bytes of a row',
    },
    'object-damaged': {
      from: ['picture-damaged', 'font-damaged', 'font-not-drawn'],
      severity: 'error',
      title: 'A picture or font cannot be read',
      wrong: 'The data has another format than declared, or was damaged on its way.',
      example: '^XA^FO50,50«^GF»A,8,8,1,:Z64:////^FS^XZ',
      corrected: '^XA^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
      instead: 'make it again',
    },
  },
  commands: (report): CommandListener => new PictureCheck(report),
} as const satisfies RuleFamily;

/** Whether the rows of a picture are in hexadecimal, by the values of its coding and type; empty if not given. */
function isHexadecimal(name: string, coding: string, type: string): boolean {
  return name === '^GF' ? !/^\s*[BC]/i.test(coding) : /^\s*A?\s*$/i.test(coding) && /^\s*G?\s*$/i.test(type);
}

/** Reports pictures in hexadecimal with too few or too many rows, and stored pictures that nothing recalls. */
class PictureCheck implements CommandListener {
  readonly #report: Findings;
  /** A picture that has ended early, until the next command is known. */
  #short: Found | null = null;
  /** The stored pictures that nothing has recalled, by name without its drive, which a recall may leave out. */
  readonly #stored = new Map<string, { readonly span: Span; readonly command: string }>();
  #isPrinted = false;

  constructor(report: Findings) {
    this.#report = report;
  }

  read(command: Command): void {
    this.#endShort(command.name);
    const places = PICTURE_PARAMETERS[command.name];
    if (places !== undefined) this.#checkData(command, places);
    if (command.name === '~DG') {
      const name = givenParameter(command, 1);
      if (name !== undefined) this.#stored.set(fileOf(name.text), { span: name.span, command: command.name });
    } else if (DRAWS_STORED.has(command.name)) {
      this.#stored.delete(fileOf(givenParameter(command, 1)?.text ?? ''));
    } else if (command.name === '^XF') {
      // The printer's own format may recall any of them.
      this.#stored.clear();
    } else if (command.name === '^FD' || command.name === '^GF') {
      this.#isPrinted = true;
    }
  }

  end(): void {
    this.#endShort('^FS');
    // A stream that only stores pictures is a download.
    if (!this.#isPrinted) return;
    for (const [name, { span, command }] of this.#stored) {
      if (span.start === span.end) continue;
      const message = `nothing in this stream prints ${name}`;
      this.#report.add({ code: 'picture-unused', span, command, parameter: 1, message });
    }
  }

  #checkData(command: Command, places: PictureParameters): void {
    const { header, payload } = splitHeader(command, places.data.at);
    const given = header.split(command.delimiter);
    const value = (slot: Slot | undefined): string => (slot === undefined ? '' : (given[slot.at] ?? ''));
    const total = Number.parseInt(value(places.total), 10);
    const row = Number.parseInt(value(places.row), 10);
    if (!(total > 0 && row > 0 && total <= GRAPHIC_BYTES_MAX)) return;
    const at = { span: nameSpan(command), command: command.name };
    if (total % row !== 0) {
      const { number } = places.total;
      const span = givenParameter(command, number)?.span ?? at.span;
      const message = `${total} bytes are not a whole number of rows of ${row}`;
      this.#report.add({
        code: 'picture-rows-uneven',
        span,
        command: command.name,
        parameter: number,
        message,
      });
    }
    if (!isHexadecimal(command.name, value(places.coding), value(places.type))) return;
    if (/^\s*:/.test(payload.slice(0, 16))) return;
    const { filled, read } = measureRunLengths(payload, total, row);
    if (filled < total) {
      this.#short = {
        code: 'picture-incomplete',
        ...at,
        message: `the data ends after ${filled} of ${total} bytes`,
      };
    } else if (/[1-9A-F]/i.test(payload.slice(read))) {
      const message = `the data continues after its ${total} bytes`;
      this.#report.add({ code: 'picture-surplus', ...at, message });
    }
  }

  #endShort(next: string): void {
    const found = this.#short;
    if (found === null) return;
    this.#short = null;
    const isEnd = next === '^FS' || next === '^XZ' || next === '^XA' || !found.command?.startsWith('^');
    const suggestion = 'leave the command out of the data';
    this.#report.add(isEnd ? found : { ...found, message: `${found.message}, at ${next}`, suggestion });
  }
}

function fileOf(name: string): string {
  return parseObjectName(name, 'GRF').file;
}
