import type { LabelSize } from '../../units.ts';

/** A label to begin with. */
export interface LabelTemplate {
  readonly name: string;
  /** The use of the label, in a few words. */
  readonly about: string;
  readonly size: LabelSize;
  readonly zpl: string;
  /** Example values of its variables. */
  readonly values: Readonly<Record<string, string>>;
}

const size = (widthMm: number, heightMm: number): LabelSize => ({ widthMm, heightMm, dpi: 203 });

/** Labels for common uses. Places and sizes are dots of 203 dpi. */
export const LABEL_TEMPLATES: readonly LabelTemplate[] = [
  {
    name: 'Parcel',
    about: 'sender, recipient, tracking number as Code 128 and QR Code; 4 × 6 in',
    size: size(101.6, 152.4),
    zpl: `^XA
^CI28^PW812^LL1218
^BY4,3,240
^FO40,40^A0N,28,28^FDFrom^FS
^FO40,76^A0N,30,30^FB520,3,4,L^FD{sender}^FS
^FO620,40^BQN,2,5^FDQA,{tracking}^FS
^FO40,220^GB732,4,4^FS
^FO40,250^A0N,28,28^FDTo^FS
^FO40,290^A0N,60,60^FB732,1,0,L^FD{recipient}^FS
^FO40,370^A0N,46,46^FB732,2,6,L^FD{street}^FS
^FO40,490^A0N,60,60^FB732,1,0,L^FD{city}^FS
^FO40,600^GB732,4,4^FS
^FO40,630^A0N,32,32^FB360,1,0,L^FDReference {reference}^FS
^FO412,630^A0N,32,32^FB360,1,0,R^FDWeight {weight}^FS
^FO40,700^GB732,4,4^FS
^FO100,760^BCN,240,N,N,N,A^FD{tracking}^FS
^FO40,1030^A0N,44,44^FB732,1,0,C^FD{tracking}^FS
^XZ
`,
    values: {
      sender: 'Oak Shop, 5 Mill Lane, York YO1 7AA',
      recipient: 'Ada Byron',
      street: '12 St James Square',
      city: 'London SW1Y 4LB',
      reference: '2711',
      weight: '2.4 kg',
      tracking: 'NW12345679',
    },
  },
  {
    name: 'Pallet (SSCC)',
    about: 'GS1 logistic label with SSCC, content, count and batch; A6',
    size: size(105, 148),
    zpl: `^XA
^CI28^PW839^LL1183
^BY4,3,120
^FO40,40^A0N,50,50^FB759,1,0,L^FD{company}^FS
^FO40,110^GB759,4,4^FS
^FO40,130^A0N,26,26^FDSSCC^FS
^FO40,160^A0N,50,50^FD{sscc}^FS
^FO40,230^A0N,26,26^FDCONTENT^FS
^FO40,260^A0N,50,50^FD{gtin}^FS
^FO540,230^A0N,26,26^FDCOUNT^FS
^FO540,260^A0N,50,50^FD{count}^FS
^FO40,330^A0N,26,26^FDBATCH/LOT^FS
^FO40,360^A0N,50,50^FD{batch}^FS
^FO40,430^GB759,4,4^FS
^FO70,460^BCN,120,Y,N,N,D^FD(02){gtin}^FS
^FO70,650^BCN,120,Y,N,N,D^FD(37){count}>8(10){batch}^FS
^FO70,850^BCN,240,Y,N,N,D^FD(00){sscc}^FS
^XZ
`,
    values: {
      company: 'Oak Works',
      sscc: '095011015300000010',
      gtin: '09501101530003',
      count: '24',
      batch: 'AB123',
    },
  },
  {
    name: 'Shelf',
    about: 'name, price and EAN-13; 70 × 50 mm',
    size: size(70, 50),
    zpl: `^XA
^CI28^PW559^LL400
^FO24,24^A0N,40,40^FB511,2,4,L^FD{name}^FS
^FO24,120^A0N,24,24^FB300,1,0,L^FD{unit price}^FS
^FO24,170^A0N,100,90^FB511,1,0,R^FD{price}^FS
^FO60,280^BY2,3,70^BEN,70,Y,N^FD{ean}^FS
^FO330,330^A0N,24,24^FB205,1,0,R^FD{article}^FS
^XZ
`,
    values: {
      name: 'Oak shelf, 80 cm',
      'unit price': '1 piece',
      price: '£24.50',
      ean: '501234567890',
      article: 'OAK-80',
    },
  },
  {
    name: 'Asset',
    about: 'property tag with a QR Code; 50 × 25 mm',
    size: size(50, 25),
    zpl: `^XA
^CI28^PW400^LL200
^FO24,30^BQN,2,5^FDQA,{asset}^FS
^FO170,30^A0N,24,24^FB210,1,0,L^FDProperty of^FS
^FO170,58^A0N,30,30^FB210,1,0,L^FD{owner}^FS
^FO170,104^A0N,46,40^FB210,1,0,L^FD{asset}^FS
^FO170,156^A0N,22,22^FB210,1,0,L^FD{place}^FS
^XZ
`,
    values: { owner: 'Oak Works', asset: 'IT-00471', place: 'York, room 12' },
  },
  {
    name: 'Hazard (GHS)',
    about: 'product, signal word, statements and supplier, with pictogram GHS07; 4 × 4 in',
    size: size(101.6, 101.6),
    zpl: `^XA
^CI28^PW812^LL812
^FO40,40^A0N,60,60^FB520,1,0,L^FD{product}^FS
^FO40,116^A0N,28,28^FB520,1,0,L^FD{identifier}^FS
^FO40,170^A0N,56,56^FB520,1,0,L^FD{signal word}^FS
^FO580,40^GD96,96,6,B,R^FS
^FO676,40^GD96,96,6,B,L^FS
^FO580,136^GD96,96,6,B,L^FS
^FO676,136^GD96,96,6,B,R^FS
^FO661,84^A0N,120,110^FD!^FS
^FO40,256^GB732,4,4^FS
^FO40,280^A0N,32,32^FB732,5,6,L^FD{hazards}^FS
^FO40,490^A0N,28,28^FB732,6,6,L^FD{precautions}^FS
^FO40,700^GB732,4,4^FS
^FO40,720^A0N,26,26^FB732,2,4,L^FD{supplier}^FS
^XZ
`,
    values: {
      product: 'Cleaner 20',
      identifier: 'Contains: alcohols, C12-14',
      'signal word': 'Warning',
      hazards: 'H319 Causes serious eye irritation.',
      precautions:
        'P264 Wash hands thoroughly after handling. P280 Wear eye protection. P337+P313 If eye irritation persists: get medical advice.',
      supplier: 'Oak Works, 5 Mill Lane, York YO1 7AA, +44 1904 000000',
    },
  },
  {
    name: 'Address',
    about: 'name and address in large letters; 100 × 50 mm',
    size: size(100, 50),
    zpl: `^XA
^CI28^PW799^LL400
^FO40,40^A0N,22,22^FB719,1,0,L^FD{sender}^FS
^FO40,72^GB719,3,3^FS
^FO40,110^A0N,60,60^FB719,1,0,L^FD{name}^FS
^FO40,190^A0N,50,50^FB719,1,0,L^FD{street}^FS
^FO40,260^A0N,50,50^FB719,1,0,L^FD{city}^FS
^FO40,330^A0N,40,40^FB719,1,0,L^FD{country}^FS
^XZ
`,
    values: {
      sender: 'Oak Shop, 5 Mill Lane, York YO1 7AA',
      name: 'Ada Byron',
      street: '12 St James Square',
      city: 'London SW1Y 4LB',
      country: 'United Kingdom',
    },
  },
  {
    name: 'Carton (ITF-14)',
    about: 'content of a trade unit with its GTIN; 100 × 100 mm',
    size: size(100, 100),
    zpl: `^XA
^CI28^PW799^LL799
^FO40,40^A0N,60,60^FB719,2,6,L^FD{product}^FS
^FO40,190^GB719,4,4^FS
^FO40,215^A0N,28,28^FDQuantity^FS
^FO40,250^A0N,60,60^FB340,1,0,L^FD{quantity}^FS
^FO420,215^A0N,28,28^FDBatch^FS
^FO420,250^A0N,60,60^FB340,1,0,L^FD{batch}^FS
^FO40,340^GB719,4,4^FS
^FO100,400^BY4,2.5,250^B2N,250,N,N,N^FD{gtin}^FS
^FO40,680^A0N,44,44^FB719,1,0,C^FD{gtin}^FS
^XZ
`,
    values: {
      product: 'Oak shelf, 80 cm, with fittings',
      quantity: '6',
      batch: 'AB123',
      gtin: '15012345678907',
    },
  },
  {
    name: 'Food',
    about: 'ingredients, date, weight and GS1 Data Matrix; 70 × 50 mm',
    size: size(70, 50),
    zpl: `^XA
^CI28^PW559^LL400
^FO24,20^A0N,40,40^FB511,1,0,L^FD{product}^FS
^FO24,70^A0N,22,22^FB511,4,3,L^FDIngredients: {ingredients}^FS
^FO24,200^GB511,3,3^FS
^FO24,220^A0N,24,24^FB340,1,0,L^FDBest before {best before}^FS
^FO24,256^A0N,24,24^FB340,1,0,L^FDBatch {batch}^FS
^FO24,300^A0N,50,50^FB340,1,0,L^FD{weight}^FS
^FO400,230^BXN,5,200,0,0,6,_,1^FD_101{gtin}10{batch}^FS
^XZ
`,
    values: {
      product: 'Oat biscuits',
      ingredients: 'oats, butter, sugar, salt. Contains milk and gluten.',
      'best before': '31 December 2027',
      batch: 'AB123',
      weight: '250 g',
      gtin: '09501101530003',
    },
  },
  {
    name: 'Sample tube',
    about: 'patient, sample and date with a Data Matrix; 50 × 25 mm',
    size: size(50, 25),
    zpl: `^XA
^CI28^PW400^LL200
^FO24,24^A0N,32,32^FB250,1,0,L^FD{patient}^FS
^FO24,64^A0N,24,24^FB250,1,0,L^FDborn {born}^FS
^FO24,100^A0N,28,28^FB250,1,0,L^FD{sample}^FS
^FO24,140^A0N,24,24^FB250,1,0,L^FD{material}, {taken}^FS
^FO290,50^BXN,6,200^FD{sample}^FS
^XZ
`,
    values: {
      patient: 'BYRON, Ada',
      born: '1815-12-10',
      sample: 'S-2027-0471',
      material: 'EDTA',
      taken: '08:30',
    },
  },
  {
    name: 'Location',
    about: 'aisle, rack and place of a warehouse as Code 128; 100 × 50 mm',
    size: size(100, 50),
    zpl: `^XA
^CI28^PW799^LL400
^FO40,40^A0N,130,110^FB719,1,0,C^FD{location}^FS
^FO160,200^BY3,3,130^BCN,130,N,N,N,A^FD{location}^FS
^FO40,350^A0N,30,30^FB719,1,0,C^FD{zone}^FS
^XZ
`,
    values: { location: 'A-12-03-2', zone: 'Hall 1, ambient' },
  },
  {
    name: 'Visitor',
    about: 'badge with name, company, host and contact as a QR Code; 100 × 60 mm',
    size: size(100, 60),
    zpl: `^XA
^CI28^PW799^LL480
^FO0,0^GB799,90,90^FS
^FO40,24^A0N,54,54^FR^FB719,1,0,L^FDVISITOR^FS
^FO40,130^A0N,76,70^FB500,1,0,L^FD{name}^FS
^FO40,225^A0N,44,44^FB500,1,0,L^FD{company}^FS
^FO40,310^A0N,34,34^FB500,1,0,L^FDHost: {host}^FS
^FO40,370^A0N,34,34^FB500,1,0,L^FDValid on {day}^FS
^FO580,140^BQN,2,5^FDQA,MECARD:N:{name};ORG:{company};;^FS
^XZ
`,
    values: { name: 'Ada Byron', company: 'Engines Ltd', host: 'C. Babbage', day: '31 December' },
  },
  {
    name: 'Wi-Fi',
    about: 'guest network as a QR Code that telephones join by; 70 × 50 mm',
    size: size(70, 50),
    zpl: `^XA
^CI28^PW559^LL400
^FO24,40^A0N,44,44^FB511,1,0,C^FDGuest Wi-Fi^FS
^FO40,120^BQN,2,6^FDQA,WIFI:T:WPA;S:{network};P:{password};;^FS
^FO280,140^A0N,24,24^FDNetwork^FS
^FO280,168^A0N,34,34^FB255,1,0,L^FD{network}^FS
^FO280,228^A0N,24,24^FDPassword^FS
^FO280,256^A0N,34,34^FB255,1,0,L^FD{password}^FS
^XZ
`,
    values: { network: 'oak-guests', password: 'acorn2027' },
  },
];
