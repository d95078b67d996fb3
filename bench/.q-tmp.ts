import { readFileSync } from 'node:fs';
import { RenderPool } from '../src/pool/pool.ts';
import { costOf } from '../src/engine/cost.ts';
import type { Task, TaskReply } from '../src/engine/task.ts';
const text = readFileSync(new URL('labels/carrier.zpl', import.meta.url));
const zpl = new Uint8Array(new SharedArrayBuffer(text.length)); zpl.set(text);
const names=[...new Set([...text.toString().matchAll(/\{(\w+)\}/g)].map(f=>f[1] as string))];
const variables=Object.fromEntries(names.map((n,i)=>[n,n==='tracking'?'1Z999AA10123456784':`Value ${i}`]));
const mk=(format: 'zpl'|'png'): Task=>({kind:'render',label:{id:'a',accountId:'a',revision:1,zpl,width:101.6,height:152.4,dpi:203,dynamicTokens:[],fieldTransforms:[]},format,variables,now:Date.now()});
const nothing=()=>{};
const open=async(queue:number)=>{ const p=new RenderPool<Task,TaskReply>({threads:2,queue,perThread:{pixels:Infinity,units:Infinity},events:{onDone:nothing,onRefused:nothing,onReplaced:(r,e)=>console.log(r,e)}}); await p.ready(); return p;};
const q=(a:number[],f:number)=>a.sort((x,y)=>x-y)[Math.min(a.length-1,Math.floor(a.length*f))] as number;
for (const format of ['png','zpl'] as const) {
  const pools = new Map<number, RenderPool<Task,TaskReply>>();
  for (const n of [4,8,16,32,64,128]) pools.set(n, await open(n));
  const closed=async(p:RenderPool<Task,TaskReply>,conc:number,ms:number)=>{let n=0;const t0=performance.now();await Promise.all(Array.from({length:conc},async()=>{while(performance.now()-t0<ms){await p.run(mk(format),costOf(mk(format)));n++;}}));return n/(performance.now()-t0)*1000;};
  for (const p of pools.values()) await closed(p,6,300);
  const caps:number[]=[]; for(let i=0;i<5;i++) caps.push(await closed(pools.get(128)!,64,300));
  const cap=q(caps,0.5); console.log(format,'capacity/s',Math.round(cap), caps.map(Math.round).join(' '));
  const drive=async(p:RenderPool<Task,TaskReply>,rate:number,ms:number)=>{const lat:number[]=[];const shed:number[]=[];let pend:Promise<void>[]=[];const t0=performance.now();let due=t0; 
    while(performance.now()-t0<ms){ const now=performance.now(); while(due<=now){ due+=-Math.log(1-Math.random())*1000/rate; const s=performance.now(); const r=p.run(mk(format),costOf(mk(format))).then(()=>{lat.push(performance.now()-s)},()=>{shed.push(performance.now()-s)}); pend.push(r);} if(pend.length>5000){pend=[];} await new Promise(r=>setImmediate(r)); }
    await Promise.all(pend); return {good:lat.length/(performance.now()-t0)*1000,p50:q(lat,.5),p99:q(lat,.99),shed:shed.length,shedP50:q(shed,.5)};};
  for (const [n,p] of pools) for (const load of format==='png'?[0.5,2,10]:[0.5,1.5,3]) { const r=await drive(p,cap*load,700); console.log('  queue',n,'load',load,'goodput',(r.good/cap).toFixed(2),'p50',r.p50.toFixed(1),'p99',r.p99.toFixed(1),'shed',r.shed,'shed p50 us',(r.shedP50*1000|0)); }
  for (const p of pools.values()) await p.close();
}
