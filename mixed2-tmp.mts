import { holdFonts, printerFonts } from './src/engine/printer-fonts.ts';
import { fontsIn } from './src/raster/font/held/font-folder.ts';
import { renderImages } from './src/engine/render-images.ts';
import { toByteString } from './src/zpl/byte-string.ts';
holdFonts(fontsIn(process.argv[4] ?? '/work/wt/fonts/test/fonts'));
const N=Number(process.argv[2]);let seed=Number(process.argv[3]??3);const rnd=(n)=>{seed=(Math.imul(seed,1103515245)+12345)>>>0;return (seed>>>8)%n};
const ranges=[[0x20,0x7e],[0x5d0,0x5ea],[0x620,0x64a],[0x64b,0x65f],[0x660,0x669],[0x900,0x963],[0xe01,0xe5b],[0x4e00,0x4e80],[0x3041,0x30ff],[0xac00,0xac80],[0x200b,0x200f],[0x202a,0x202e],[0x2066,0x2069],[0x300,0x36f],[0xfe00,0xfe0f],[0x1f600,0x1f64f],[0x20000,0x20100],[0xe000,0xf010],[0x1780,0x17e9],[0xfb50,0xfdff]];
const fonts=['E:NOTOSANSARABIC.TTF','E:NOTOSANSHEBREW.TTF','E:NOTOSANSDEVANAGARI.TTF','E:NOTOSANSTHAI.TTF','E:NOTOSANSCJK.TTC'];
const cpu=()=>{const u=process.cpuUsage();return (u.user+u.system)/1000};
function text(){let n=rnd(8)===0?rnd(900):rnd(60);let s='';let r=ranges[rnd(ranges.length)];for(let i=0;i<n;i++){if(rnd(4)===0)r=ranges[rnd(ranges.length)];const c=r[0]+rnd(r[1]-r[0]+1);if(c!==0x5e&&c!==0x7e)s+=String.fromCodePoint(c);if(rnd(9)===0)s+=' '}return s}
let worst=0,failed=0;
for(let i=0;i<N;i++){
  const links=rnd(3)===0?`^FL${fonts[rnd(5)]},${fonts[rnd(5)]},1^FL${fonts[rnd(5)]},Z:0.FNT,1`:'';
  const zpl=`^XA^CI28^PA${rnd(2)},${rnd(2)},${rnd(2)},${rnd(2)}${links}^FO${rnd(300)},${rnd(200)}${rnd(5)?`^A@${'NRIB'[rnd(4)]},${10+rnd(60)},${10+rnd(60)},${fonts[rnd(5)]}`:'^A0N,30'}${['','^FB400,9,0,'+'LCRJ'[rnd(4)],'^TBN,400,300','^FPV','^FPR,3'][rnd(5)]}^FD${text()}^FS^XZ`;
  const t=cpu();
  try{renderImages(toByteString(zpl),{widthMm:80,heightMm:50,dpi:203},'first')}catch(e){if(e.name!=='FailureError'){failed++;if(failed<6)console.log(i,JSON.stringify(zpl),e.stack)}}
  const d=cpu()-t;if(i>0&&d>worst){worst=d;console.log('worst',i,d.toFixed(0),'ms',zpl.length)}
  if(i%20===0)await new Promise(r=>setImmediate(r));
  if(i%2000===0)console.log(i,'rss',(process.memoryUsage().rss/2**20).toFixed(0));
}
console.log({N,failed,worst:worst.toFixed(0),rss:(process.memoryUsage().rss/2**20).toFixed(0)});
