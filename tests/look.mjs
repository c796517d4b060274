import { chromium } from '@playwright/test';
const base='http://127.0.0.1:4762';
const out='/tmp/f2-shots'; import { mkdirSync } from 'node:fs'; mkdirSync(out,{recursive:true});
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']});
const only=process.argv[2];
for (const who of ['state-admin','booking-officer','observer']) for (const w of [390,768,1440]) {
  if (only && only!==who) continue;
  const ctx=await b.newContext({baseURL:base,viewport:{width:w,height:w===390?844:900},hasTouch:w===390,isMobile:w===390,reducedMotion:'reduce'});
  const p=await ctx.newPage();
  await p.goto('/signin');
  await p.getByLabel('Email').fill(`${who}@hanya.test`);
  await p.getByLabel('Password',{exact:true}).fill('hanya-demo-pass');
  await p.getByRole('button',{name:'Login'}).click();
  await p.waitForURL(u=>!u.pathname.includes('signin'),{timeout:20000});
  await p.goto('/unpaid'); await p.waitForTimeout(2500);
  await p.screenshot({path:`${out}/${who}-${w}-list.png`});
  const id=await p.evaluate(async()=>{const t=localStorage.getItem('jwtToken');const r=await fetch('/api/v1/booking?_boolpaid=false&limit=50',{headers:{authorization:`Bearer ${t}`}});const d=(await r.json()).data;return (d.find(x=>x.offence.length>1&&x.offence.some(o=>o.penalty.includes(';')))??d.find(x=>x.offence.some(o=>o.penalty))??d[0])._id});
  await p.goto(`/unpaid?open=${id}`); await p.waitForTimeout(3000);
  await p.screenshot({path:`${out}/${who}-${w}-popup.png`});
  const d=p.getByRole('dialog');
  const count=await d.getByRole('button').count(), links=await d.getByRole('link').count();
  console.log(who,w,'buttons',count,'links',links, (await d.getByRole('button').allTextContents()).join(' | '));
  if(w===1440){ for (const n of ['More']) {const m=d.getByRole('button',{name:n,exact:true}); if(await m.count()) {await m.click(); await p.waitForTimeout(800); await m.scrollIntoViewIfNeeded(); }} await p.mouse.wheel(0,2000); await p.waitForTimeout(400); await p.screenshot({path:`${out}/${who}-${w}-more.png`}); }
  await p.goto('/unpaid'); await p.waitForTimeout(1200);
  await p.getByRole('button',{name:'Booking',exact:true}).first().click(); await p.waitForTimeout(2500);
  await p.screenshot({path:`${out}/${who}-${w}-form.png`});
  await ctx.close();
}
await b.close();
