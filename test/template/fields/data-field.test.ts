import { describe, expect, it } from 'vitest';
import { toByteString } from '../../../src/zpl/byte-string.ts';
import { tokenize } from '../../../src/zpl/tokenize.ts';
import { readFields } from '../read-fields.ts';
import { failureOf, run } from '../run.ts';

describe('a control prefix of the label beside a value', () => {
  it.each([
    ['^FDca. ~{w} kg^FS', 'JR', 'ca. ~JR kg'],
    ['^FD~{w}^FS', 'CC!', '~CC!'],
    ['^FD~{w}^FS', 'DGR:LOGO.GRF,1,1,FF', '~DGR:LOGO.GRF,1,1,FF'],
    ['^FD~J{w}R^FS', '', '~JR'],
    ['^FD{w}~J{w}^FS', 'A', 'A~JA'],
    ['^FH^FD_7E{w}~{w}^FS', 'JA', '~JA~JA'],
    ['^FV~{w}^FS', 'HS', '~HS'],
    ['^CT!^FD!{w}^FS', 'JA', '!JA'],
  ])('stays text: %s', (field, value, shown) => {
    const output = run(`^XA^FO9,9${field}^XZ`, { w: value });
    expect(readFields(output).fields[0]?.text).toBe(shown);
  });

  it('begins no command with the data of ^SN', () => {
    const names = [...tokenize(toByteString(run('^XA^SN~{w},1,Y^FS^XZ', { w: 'JA' })))].map(
      ({ name }) => name,
    );
    expect(names).toEqual(['^XA', '^FH', '^SN', '^FS', '^XZ']);
  });

  it('is refused where it is a hex digit of its own escape', () => {
    expect(failureOf(() => run('^XA^CT4^FD4{w}^FS^XZ', { w: 'JA' })).code).toBe('encoding_unsupported');
    expect(run('^XA^CT4^FD4{w}^FS^XZ', {})).toBe('^XA^CT4^FD4{w}^FS^XZ');
  });
});

describe('placeholders in text', () => {
  it('are filled in, with ^FH before the data', () => {
    expect(run('^XA^FO1,1^FDHi {name}!^FS^XZ', { name: 'Ann' })).toBe('^XA^FO1,1^FH^FDHi Ann!^FS^XZ');
  });

  it('match variable names without case and with blanks around them', () => {
    expect(run('^FD{ NAME }^FS', { name: 'x' })).toBe('^FH^FDx^FS');
    expect(run('^FD{größe}^FS', { GRÖSSE: 'no', GRÖẞE: 'x' })).toBe('^FH^FDx^FS');
  });

  it.each([
    ['raw under ^FH', '^FH^FD{order_id}^FS'],
    ['escaped', '^FH^FD{order_5Fid}^FS'],
    ['escaped in lower case', '^FH^FD{order_5fid}^FS'],
    ['escaped with another indicator', '^FH\\^FD{order\\5Fid}^FS'],
    ['with escaped braces', '^FH^FD_7Border_5Fid_7D^FS'],
    ['without ^FH', '^FD{order_id}^FS'],
  ])('match a name with an underscore %s', (_, zpl) => {
    expect(readFields(run(`^CI28${zpl}`, { order_id: '7' })).fields[0]?.text).toBe('7');
  });

  it('match a raw name that looks like an escape', () => {
    expect(run('^FH^FD{ship_date}^FS', { ship_date: 'x' })).toBe('^FH^FDx^FS');
  });

  it('stay exactly as they are without a value, and so does their field', () => {
    const zpl = '^XA^FD_{unknown}_5F^FS^FH^FD_{un_5fknown}_^FS^XZ';
    expect(run(zpl, { other: 'x' })).toBe(zpl);
  });

  it('stay literal beside one that is filled in', () => {
    expect(readFields(run('^FDa_41{no_41}{yes}^FS', { yes: '1' })).fields[0]?.text).toBe('a_41{no_41}1');
  });

  it('are the innermost braces; blank and overlong names are text', () => {
    const long = 'x'.repeat(81);
    expect(run('^FD{a{b}c}^FS', { b: '1', a: '2' })).toBe('^FH^FD{a1c}^FS');
    expect(run('^FD{"k":"{b}"}^FS', { b: '1' })).toBe('^FH^FD{"k":"1"}^FS');
    expect(run(`^FD{}{ }{${long}}^FS`, { [long]: '1' })).toBe(`^FD{}{ }{${long}}^FS`);
    expect(run(`^FD{${'x'.repeat(80)}}^FS`, { ['x'.repeat(80)]: '1' })).toBe('^FH^FD1^FS');
  });

  it('count in ^FD, ^FV and ^SN only', () => {
    expect(run('^FX{a}^FS^FD{a}^FS^FV{a}^FS^SN{a},1,Y^FS^FN1"{a}"^FS', { a: '1' })).toBe(
      '^FX{a}^FS^FH^FD1^FS^FH^FV1^FS^FH^SN1,1,Y^FS^FN1"{a}"^FS',
    );
  });

  it('do not end the first parameter of ^SN with a delimiter', () => {
    expect(run('^SN{a},1,Y^FS', { a: '1,2' })).toBe('^FH^SN1_2C2,1,Y^FS');
    expect(run('^CD;^SN{a};1;Y^FS', { a: '1;2' })).toBe('^CD;^FH^SN1_3B2;1;Y^FS');
    expect(run('^CD_^SN{a}_1_Y^FS', { a: '1_^' })).toBe('^CD_^FH\\^SN1\\5F\\5E_1_Y^FS');
    expect(run('^CDE^SN{a}E1EY^FS', { a: 'E^' })).toBe('^CDE^FH^SN_45_5eE1EY^FS');
    expect(failureOf(() => run('^CD_^FH^SN{a}_1_Y^FS', { a: '^' })).code).toBe('encoding_unsupported');
  });

  it('are not looked for in values', () => {
    expect(run('^FD{a}{b}^FS', { a: '{b}', b: '{a}' })).toBe('^FH^FD{b}{a}^FS');
  });
});

describe('inserted text', () => {
  it.each([
    ['^XZ^XA', '_5EXZ_5EXA'],
    ['~JA', '_7EJA'],
    ['_41', '_5F41'],
    ['a\0b\x1b\x7f', 'a_00b_1B_7F'],
    ['\x02\x03\x0f', '_02_03_0F'],
    ['\u202eabc', '_E2_80_AEabc'],
    ['a\r\nb', 'a_0D_0Ab'],
  ])('escapes %j', (value, spelled) => {
    expect(run('^CI28^FD{v}^FS', { v: value })).toBe(`^CI28^FH^FD${spelled}^FS`);
  });

  it('keeps the indicator that the field has, for this field only', () => {
    expect(run('^CI28^FH\\^FD\\41{v}\\^FS^FD{v}^FS', { v: '\\_' })).toBe(
      '^CI28^FH\\^FD\\41\\5C_\\5C^FS^FH^FD\\_5F^FS',
    );
  });

  it('does not let a literal indicator join a value', () => {
    expect(run('^FH^FDx_{v}^FS', { v: '41' })).toBe('^FH^FDx_5F41^FS');
    expect(run('^FH^FDx_4{v}^FS', { v: '1' })).toBe('^FH^FDx_5F41^FS');
  });

  it('does not count line ends in the data, which printers drop', () => {
    expect(run('^FH^FDx_\r\n{v}^FS', { v: '41' })).toBe('^FH^FDx_5F\r\n41^FS');
    expect(run('^FD\n{na\r\nme}\r\n^FS', { name: '1' })).toBe('^FH^FD\n1\r\n^FS');
    expect(run('^CI28^FB9^FDx\\\n{v}^FS', { v: '&' })).toBe('^CI28^FB9^FH^FDx\\\n\\&^FS');
  });

  it('keeps the spelling of literal escapes', () => {
    expect(run('^FH^FD_c3_A9{v}^FS', { v: '1' })).toBe('^FH^FD_c3_A91^FS');
  });

  it('writes commands with the prefixes in force and escapes all that are used', () => {
    expect(run('^CC+^XA+FD{v}+FS+CC^^FD{v}^FS', { v: '+^' })).toBe(
      '^CC+^XA+FH+FD_2B_5E+FS+CC^^FH^FD_2B_5E^FS',
    );
    expect(run('~CC!!FD{v}!FS', { v: '!' })).toBe('~CC!!FH!FD_21!FS');
    expect(run('^CT#^FD{v}^FS', { v: '#~' })).toBe('^CT#^FH^FD_23_7E^FS');
  });

  it('takes another indicator where the default is a prefix', () => {
    expect(run('^CC__CI28_FD{v}_FS', { v: 'a_b\\' })).toBe('^CC__CI28_FH\\_FDa\\5Fb\\5C_FS');
  });

  it('writes hex digits in the case that is no prefix', () => {
    expect(run('^CCEEFD{v}EFS', { v: '~^' })).toBe('^CCEEFHEFD_7e_5eEFS');
  });

  it.each(['F', 'H'])('says ^fh where %s is a control prefix', (prefix) => {
    expect(run(`^CT${prefix}^fd{v}^FS`, { v: '^' })).toBe(`^CT${prefix}^fh^fd_5E^FS`);
  });

  it('refuses a value that cannot be escaped at all', () => {
    expect(failureOf(() => run('^CC55FD{v}5FS', { v: '^' })).code).toBe('encoding_unsupported');
  });

  it('names the field and the character that the encoding lacks', () => {
    const failure = failureOf(() => run('^FDName: {v}^FS', { v: 'a日' }));
    expect(failure).toMatchObject({ code: 'encoding_unsupported' });
    expect(failure.message).toContain('Name: {v}');
    expect(failure.message).toContain('U+65E5');
    expect(failure.message).toContain('^CI0');
  });

  it('refuses a lone surrogate in every encoding', () => {
    for (const ci of ['', '^CI13', '^CI27', '^CI28', '^CI26']) {
      expect(failureOf(() => run(`${ci}^FD{v}^FS`, { v: '\ud800' })).message).toContain('U+D800');
    }
  });

  it('needs a supported encoding only where a value is inserted', () => {
    expect(run('^CI17^FDx^FS^CI28^FD{v}^FS', { v: '1' })).toBe('^CI17^FDx^FS^CI28^FH^FD1^FS');
    expect(run('^CI29^FD{v}^FS', {})).toBe('^CI29^FD{v}^FS');
    expect(failureOf(() => run('^CI29^FD{v}^FS', { v: '1' })).code).toBe('encoding_unsupported');
  });

  it('takes the encoding in force at the field', () => {
    expect(run('^FD{v}^FS^CI27^FD{v}^FS^CI28^FD{v}^FS', { v: 'é' })).toBe(
      '^FH^FD_82^FS^CI27^FH^FD_E9^FS^CI28^FH^FD_C3_A9^FS',
    );
  });

  it('reads braces inside double-byte characters as part of them', () => {
    // 0x81 0x7B and 0x81 0x7D are two Shift-JIS characters.
    const zpl = '^CI15^FH^FD_81_7Bv_81_7D{v}^FS';
    expect(run(zpl, { v: 'ソ' })).toBe('^CI15^FH^FD_81_7Bv_81_7D_83_5C^FS'.replace('_5C', '\\'));
  });
});

describe('blocks', () => {
  it('make a line break of a line feed, and keep a backslash', () => {
    const zpl = '^CI28^FO1,1^FB100,4^FD{v}^FS';
    const value = 'a\nb\r\nc\\&d\\';
    expect(run(zpl, { v: value })).toBe('^CI28^FO1,1^FB100,4^FH^FDa\\&b\\&c\\\\&d\\\\^FS');
    expect(readFields(run(zpl, { v: value })).fields[0]?.text).toBe('a\nb\nc\\&d\\');
  });

  it('do not let a literal backslash make an escape of a value', () => {
    expect(run('^CI28^FB9,9^FDC:\\{v}^FS', { v: '&x' })).toBe('^CI28^FB9,9^FH^FDC:\\\\&x^FS');
    expect(run('^CI28^FB9,9^FDC:\\\\{v}^FS', { v: '&x' })).toBe('^CI28^FB9,9^FH^FDC:\\\\&x^FS');
    expect(run('^CI28^FB9,9^FDC:\\{v}{w}^FS', { v: '', w: '&' })).toBe('^CI28^FB9,9^FH^FDC:\\\\&^FS');
  });

  it('escape an angle bracket in ^TB and send the line feed', () => {
    expect(run('^CI28^TBN,9,9^FD{v}^FS', { v: 'a<b>\nc\\' })).toBe('^CI28^TBN,9,9^FH^FDa<<>b>_0Ac\\^FS');
  });

  it('end with the field', () => {
    expect(run('^CI28^FB9^FDx^FS^FD{v}^FS', { v: 'a\\\n' })).toBe('^CI28^FB9^FDx^FS^FH^FDa\\_0A^FS');
  });

  it('double a character that is a backslash byte, not a byte of another character', () => {
    expect(run('^CI3^FB9^FD{v}^FS', { v: 'Ĳ' })).toBe('^CI3^FB9^FH^FD\\\\^FS');
    expect(run('^CI15^FB9^FD{v}^FS', { v: 'ソ\\' })).toBe('^CI15^FB9^FH^FD_83\\\\\\^FS');
  });
});

describe('automatic tokens', () => {
  it('have their default formats, in UTC', () => {
    expect(readFields(run('^FD{DATE}|{TIME}|{DATETIME}|{COUNTER}^FS')).fields[0]?.text).toBe(
      '2026-03-04|05:06|2026-03-04 05:06|1',
    );
  });

  it('take formats and seeds, in any case of the name', () => {
    const zpl = '^FD{date:DD.MM.YY}|{Time:HHhmm:ss}|{DateTime:YYYY/MM/DD mm}|{counter:007}^FS';
    expect(readFields(run(zpl)).fields[0]?.text).toBe('04.03.26|05h06:07|2026/03/04 06|007');
  });

  it('give way to a variable of the same name only in the bare form', () => {
    expect(
      readFields(run('^FD{DATE}{DATE:YY}{counter}^FS', { date: 'x', COUNTER: 'y' })).fields[0]?.text,
    ).toBe('x26y');
  });

  it('keep an underscore in a format under ^FH', () => {
    expect(readFields(run('^FH^FD{DATE:YYYY_DD}^FS')).fields[0]?.text).toBe('2026_04');
  });
});
