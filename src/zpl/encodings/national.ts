/** The ASCII characters that `^CI0`–`^CI13` replace, in the order of {@link NATIONAL}'s columns. */
const REPLACED = '#@[\\]^`{|}';

/** Printed characters by id; a space stands for "unchanged". Zebra's chart, checked against rendered labels. */
const NATIONAL: readonly string[] = [
  '   ¢      ', // USA 1
  '  ⅓¢⅔  ¼½¾', // USA 2
  '£  ¢      ', // UK
  'ƒ§ Ĳ    ĳ ', // Holland
  '  ÆØÅ  æøå', // Denmark, Norway
  'ÜÉÄÖÅÜéäöå', // Sweden, Finland
  ' §ÄÖÜ  äöü', // Germany
  '£à ç   é ù', // France 1
  ' àâçêîôéùè', // France 2
  '£§ çé ùàòè', // Italy
  ' §¡Ñ¿   ñç', // Spain
  '£ÉÄÖÜ äëïö', // Miscellaneous
  '   ¥      ', // Japan
  '          ', // US keyboard: plain CP850
];

/** Characters of the bytes of CP850, which the printer starts with; it needs no library. */
export const CP850 =
  String.fromCharCode(...Array(128).keys()) +
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0';

/** Zebra's addition to CP850: the euro sign below the space. */
const EURO_BYTE = 0x15;

/** The 256 characters of the bytes under `^CI0`–`^CI13`. */
export function nationalCharacters(id: number): string {
  const characters = [...CP850];
  characters[EURO_BYTE] = '€';
  const row = NATIONAL[id] ?? '';
  for (let column = 0; column < row.length; column++) {
    const replacement = row[column] as string;
    if (replacement !== ' ') characters[REPLACED.charCodeAt(column)] = replacement;
  }
  return characters.join('');
}
