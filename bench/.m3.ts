import { readFileSync } from 'node:fs';
import { deflateSync, deflateRawSync, constants, crc32 } from 'node:zlib';
import { runTask } from '../src/engine/run-task.ts';
import { Plate } from '../src/engine/plate.ts';
import { compressBand, joinBands } from '../src/encode/compressed-dots.ts';
import { compile } from '../src/template/compile.ts';
import { substitute, substitutePieces } from '../src/template/substitute.ts';
import { toByteString } from '../src/zpl/byte-string.ts';
import { parse } from '../src/zpl/parse.ts';
import { rasterize } from '../src/raster/rasterize.ts';
import { Bitmap } from '../src/raster/bitmap.ts';
import { encodePng } from '../src/encode/png.ts';
const text = readFileSync('/work/main/bench/labels/carrier.zpl','utf8');
const zpl = toByteString(text);
const t = compile({zpl, fieldTransforms: [], dynamicTokens: []});
const names = t.tokenNames;
const base = Object.fromEntries(names.map((n,j)=>[n,`Value of ${j}`]));
const five=['to_name','to_street','to_city','tracking','reference'];
const recs = Array.from({length:512},(_,i)=>({...base, ...Object.fromEntries(five.map((n,j)=>[n,`Value ${i} of ${j}`]))}));
const canvas={width:812,height:1218,dotsPerMm:8 as const};
let k=0; const out = substitute(t, recs[0]!, {now:new Date(0)});
const lab = parse(out,{dotsPerMm:8}).labels[0]!;
const bm = rasterize(lab, canvas, ()=>{});
const label={id:'x',accountId:'a',revision:1,zpl:text,width:101.6,height:152.4,dpi:203,dynamicTokens:[],fieldTransforms:[]};
const task=(format:'png'|'pdf')=>()=>runTask({kind:'render',label,format,variables:recs[k++%512]!,now:Date.now()});
const ctx={now:new Date(0)};
const ch=(i:number)=>typeof t.segments[i]!=='string';
const pcs=recs.map(r=>substitutePieces(t,r,ctx));
const pl=Plate.draw(pcs[0]!,ch,canvas,{})!;
const P:any=pl; 
const band40=Bitmap.create(812,40); band40.data.set(bm.data.subarray(290*102,330*102));
const bandB=Bitmap.create(812,192); bandB.data.set(bm.data.subarray(712*102,904*102));
const all=joinBands(812,1218,[compressBand(bm)]);
const C:Record<string,()=>unknown>={
 deflate:()=>deflateSync(bm.data,{level:3}),
 'warm png':task('png'),'warm pdf':task('pdf'),
 substitutePieces:()=>substitutePieces(t,recs[k++%512]!,ctx),
 'plate.render':()=>pl.render(pcs[k++%512]!,{}),
 'band 40 rows text':()=>compressBand(band40),
 'band bars 192':()=>compressBand(bandB),
 'png wrap':()=>encodePng(all,203),
 'plate.draw':()=>Plate.draw(pcs[0]!,ch,canvas,{}),
 parse:()=>parse(out,{dotsPerMm:8}), rasterize:()=>rasterize(lab,canvas,()=>{}), png:()=>encodePng(bm,203),
};
for(const el of lab.elements.filter((e,i)=>[0,1,9,22].includes(i)||e.kind==='barcode')) C['draw '+el.kind+' '+((el as any).text??'')]=()=>rasterize({...lab,elements:[el]},canvas,()=>{});
C['draw nothing']=()=>rasterize({...lab,elements:[]},canvas,()=>{});
const s:Record<string,number[]>={};
for(const f of Object.values(C)) for(let i=0;i<600;i++) f();
for(let r=0;r<120;r++) for(const [n,f] of Object.entries(C)){const a=performance.now();for(let i=0;i<5;i++)f();(s[n]??=[]).push((performance.now()-a)*200);}
for(const [n,v] of Object.entries(s)){v.sort((a,b)=>a-b);console.log(n.padEnd(34),v[0]!.toFixed(1),v[12]!.toFixed(1),v[60]!.toFixed(1), 'x'+(v[12]!/s['deflate']![12]!).toFixed(2));}
console.log(P.constructor.name, 'bytes', pl.bytes);
