import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { openTestDatabase, silentLog } from './db/testing/test-database.ts';
import { createPostgres } from './db/testing/test-database.ts';
import { openDatabase } from './db/index.ts';
import { createCatalogue } from './modules/catalogue/index.ts';
import { createBars } from './modules/bars/index.ts';
import { createTestFeeds } from './modules/bars/testing/test-feeds.ts';
import { barsAt } from './modules/bars/testing/make-bars.ts';
const N=1_000_000; const start=Date.parse('2023-01-01');
const bars=barsAt(Array.from({length:N},(_,i)=>start+i*60000));
writeFileSync('/tmp/store-exp/rows.csv', bars.map(b=>`1,1,${b.time},${b.open},${b.high},${b.low},${b.close},${b.volume}`).join('\n')+'\n');
const clock={now:()=>Date.now()};
for (const kind of ['postgres','pglite'] as const) for (let rep=0;rep<(kind==='postgres'?3:1);rep++){
  const p = kind==='postgres'? await createPostgres():null;
  const h = p? await openDatabase({databaseUrl:p.url,dataDir:'',log:silentLog}) : await openTestDatabase('pglite');
  const cat=await createCatalogue({db:h.db,clock,log:silentLog}); await cat.seedDemo(); const instrument=await cat.resolve('FMP:BTCUSD');
  const svc=createBars({db:h.db,feeds:createTestFeeds(),clock,log:silentLog});
  await svc.write({instrument,resolution:'1',bars:bars.slice(0,5000)});
  const t=performance.now(); await svc.write({instrument,resolution:'1',bars}); const w=performance.now()-t;
  let c=NaN; if(p){ execFileSync('psql',[p.url,'-qc','create table rows(symbol_id int, resolution int, time int8, o float8,h float8,l float8,c float8,v float8, primary key(symbol_id,resolution,time))']); const t2=performance.now(); execFileSync('psql',[p.url,'-qc',"\\copy rows from '/tmp/store-exp/rows.csv' csv"]); c=performance.now()-t2; }
  const {sql}=await import('kysely');
  const size=(await sql<any>`select sum(length(data))::int8 as b, sum(bar_count)::int8 n from bar_chunks`.execute(h.db)).rows[0];
  console.log(kind,'write ms',Math.round(w),'copy ms',Math.round(c),'ratio',(c/w).toFixed(2),'B/bar',(size.b/size.n).toFixed(2), size.n);
  await h.close(); await p?.drop();
}
