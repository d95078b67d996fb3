/**
 * Ordinary commands that leave the dots of a label as they are: media, speed, darkness, cutting, host queries,
 * network, RFID, and the prefixes, which the tokenizer handles. They are ignored without a diagnostic.
 */
export const IGNORED_COMMANDS: ReadonlySet<string> = new Set(
  (
    '^CC ^CD ^CT ^CM ^CN ^CO ^CP ^FX ^HF ^HG ^HH ^HL ^HR ^HT ^HV ^HW ^HY ^HZ ^JB ^JH ^JI ^JJ ^JS ^JT ^JU ^JW ' +
    '^JZ ^KC ^KD ^KL ^KN ^KP ^KV ^LF ^MA ^MD ^MF ^MI ^ML ^MM ^MN ^MP ^MT ^MW ^NB ^NC ^ND ^NI ^NN ^NP ^NS ' +
    '^NT ^NW ^PF ^PH ^PN ^PP ^PR ^PS ^RB ^RE ^RI ^RL ^RM ^RN ^RR ^RS ^RU ^RW ^RZ ^SC ' +
    '^SF ^SI ^SL ^SP ^SQ ^SR ^SS ^ST ^SX ^SZ ^TO ^WA ^WC ^WD ^WE ^WI ^WL ^WN ^WP ^WR ^WS ^WV ^WX ^XB ' +
    '^XS ^ZZ ' +
    '~CC ~CD ~CT ~DN ~HB ~HD ~HI ~HL ~HM ~HQ ~HS ~HU ~HV ~JA ~JB ~JC ~JD ~JE ~JF ~JG ~JI ~JJ ~JL ~JN ~JO ~JP ' +
    '~JQ ~JR ~JS ~JT ~JU ~JV ~JW ~JX ~KB ~NC ~NR ~NT ~PH ~PL ~PM ~PP ~PR ~PS ~RO ~RV ~SD ~TA ~WC ~WL ~WQ ~WR'
  ).split(' '),
);
