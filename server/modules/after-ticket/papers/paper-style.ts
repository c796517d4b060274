import { fontFaces, fontFamily, fontFile, type StyleFile, stylePath } from './fonts.ts';
import { pageStyle } from './page.ts';
import type { RollSize } from './roll.ts';

export const sheetStyleAddress = `${stylePath}/a4.css`;

export const collisionStyleAddress = `${stylePath}/collision.css`;

/** The name holds the roll's length in whole mm, with some to spare. `height` is CSS pixels. */
export const rollStyleAddress = (size: RollSize, height: number): string =>
  `${stylePath}/${size}-${Math.ceil((height / 96) * 25.4) + 6}.css`;

/** A style sheet or font below `stylePath`; undefined for any other name. */
export async function styleFile(name: string): Promise<StyleFile | undefined> {
  const type = 'text/css; charset=utf-8';
  const [, wide = '', tall = ''] = /^(58mm|80mm)-(\d{2,4})\.css$/.exec(name) ?? [];
  const style = wide === '58mm' ? `${rollStyle}${narrowStyle}` : rollStyle;
  if (wide !== '') return { type, content: styleOf(`${wide} ${tall}mm`, style) };
  if (name === 'a4.css') return { type, content: styleOf('A4', sheetStyle) };
  if (name === 'collision.css') return { type, content: styleOf('A4', collisionStyle) };
  return fontFile(name);
}

/** The style of a print view on sheets of this size. */
const styleOf = (size: string, body: string): string =>
  [fontFaces, pageStyle, `@page{size:${size};margin:0}`, shared, body].join('\n');

/** Shared by both sizes: black on white as in the PDF, on a grey ground on the screen. */
const shared = `
html{color-scheme:only light}
body{background:#fff;color:#000;font-family:${fontFamily}}
ul{list-style:none}
i{font-style:normal}
article+article{break-before:page}
h1{font-size:inherit;font-weight:400}
b,dd{font-weight:600}
.code{display:block;flex:none}
.logo{flex:none;object-fit:contain}
.authority,.plate,.total b,.warning b,h2{font-weight:800}
.reference{font-family:'Overpass Mono',monospace;font-weight:700}
.plate{border:2.5px solid;text-align:center;letter-spacing:.06em}
@media print{.hint{display:none}}
@media screen{
.hint{margin:0 16px 16px;text-align:center;font-size:14px;line-height:20px}
body{background:#F1F0EC;padding:24px 0}
article{margin:0 auto;background:#fff;box-shadow:0 2px 4px rgba(25,34,39,.06),0 8px 24px rgba(25,34,39,.12)}
}
`;

const rollStyle = `
.roll{width:80mm;max-width:100%;padding:16px 15px 20px;font-size:13px;line-height:17px}
.roll header{display:flex;gap:10px;align-items:center;font-size:14px;line-height:18px}
.roll hr{border:0;border-top:1.5px dashed;margin:10px 0}
.roll hr.thin{border-top-width:1px}
.roll .reference{display:flex;justify-content:space-between;font-size:19px;line-height:24px;margin-bottom:6px}
.roll dl>div{display:flex;margin-top:1px}
.roll dt{flex:none;width:78px}
.roll .plate{border-radius:7px;font-size:32px;line-height:44px;margin:10px 0 8px}
.roll .plate.long{font-size:20px}
.fines li{display:flex;gap:10px;justify-content:space-between;margin-bottom:7px}
.fines b{font-weight:800;white-space:nowrap}
.roll .total{display:flex;justify-content:space-between;align-items:baseline;border-top:2px solid;padding-top:7px;font-size:16px;font-weight:800}
.roll .total b{font-size:26px;line-height:30px}
.words{text-align:right;font-size:12px}
.roll .bill{display:flex;gap:14px;justify-content:space-between;align-items:flex-start}
.roll .bill .code{width:112px;height:112px;margin-top:3px}
.roll .bill h2{font-size:16px;line-height:20px}
.roll .bill dl>div{display:block;margin:0}
.roll .bill dt{width:auto}
.roll .bill dd{font-weight:800;font-size:15px;line-height:21px}
.roll .warning{border:2.5px solid;border-radius:7px;padding:9px 11px 8px;margin-top:12px;font-weight:600;font-size:12.5px;line-height:16px}
.roll .warning b{display:block;font-size:18px;line-height:22px;margin-bottom:3px}
.lead{margin-top:10px}
.end{text-align:center;font-size:11px;line-height:15px;margin-top:10px}
`;

/** Overrides for rolls of 58 mm, of which a printer reaches 48 mm. */
const narrowStyle = `
.roll{width:58mm;padding:16px 18px 20px;font-size:12px;line-height:16px}
.roll .reference{font-size:15px}
.roll dt{width:62px}
.roll .plate{font-size:24px;line-height:36px}
.roll .plate.long{font-size:15px}
.roll .bill{flex-direction:column}
.roll .bill .code{width:150px;height:150px;align-self:center}
.roll .warning b{font-size:16px;line-height:20px}
`;

const sheetStyle = `
.sheet{width:210mm;min-height:297mm;padding:48px 52px 30px;display:flex;flex-direction:column;font-size:14px;line-height:20px}
.sheet header{display:flex;gap:16px;align-items:center;padding-bottom:18px;border-bottom:3px solid}
.sheet header div{flex:1}
.sheet .authority{font-size:20px;line-height:26px}
.sheet .reference{font-size:17px;line-height:24px}
.sheet .reference i+i{margin-left:9px}
dt,.note,.last,th{color:#444}
.parties{display:grid;grid-template-columns:206px 1.15fr 1fr;gap:24px;padding:22px 0 24px}
.sheet .plate{border-radius:8px;font-size:30px;line-height:48px;margin-bottom:8px}
.sheet .plate.long{font-size:16px}
.parties dl{font-size:13px;line-height:19px}
.parties dl>div{display:grid;grid-template-columns:102px 1fr;margin-bottom:3px}
.parties dl:last-child>div{grid-template-columns:74px 1fr}
table{width:100%;border-collapse:collapse;text-align:left}
th{font-size:12px;line-height:16px;font-weight:600;padding:0 10px 6px 0;border-bottom:1px solid #111}
td{padding:10px 10px 10px 0;border-bottom:1px solid #ccc;vertical-align:top}
th:first-child{width:80px}
th:nth-child(3){width:190px}
th:last-child,td:last-child{width:110px;padding-right:0;text-align:right}
td:last-child{font-weight:600}
tr{break-inside:avoid}
.sheet .total{display:flex;justify-content:space-between;align-items:baseline;border-top:2px solid;margin-top:-1px;padding:12px 0 0 80px}
.sheet .total b{font-size:28px;line-height:32px}
.columns{display:grid;grid-template-columns:1fr 352px;gap:32px;margin-top:20px;align-items:start;break-inside:avoid}
h2{font-size:15px;line-height:21px;margin-bottom:4px}
ol{padding-left:22px}
ol li{padding:2px 0 2px 2px}
.note{font-size:12px;line-height:16px;margin-top:6px}
.columns div>:nth-last-child(2):not(:first-child){margin-top:18px}
.sheet .bill{border:2.5px solid;border-radius:10px;padding:16px 20px 18px;display:flex;gap:14px;justify-content:space-between;align-items:flex-start}
.sheet .bill .code{width:132px;height:132px;margin-top:4px}
.sheet .bill dt{font-size:12px;line-height:16px;margin-top:6px}
.sheet .bill dd{font-weight:800;font-size:18px;line-height:24px;overflow-wrap:normal}
.sheet .bill div>p{margin-top:10px;font-size:13px;line-height:18px}
.sheet .warning{border:2.5px solid;border-radius:10px;padding:13px 18px 12px;margin-top:24px;break-inside:avoid}
.sheet .warning b{display:block;font-size:20px;line-height:26px}
.lead{margin:12px 0;font-size:13px;line-height:18px}
.foot{margin-top:auto;padding-top:56px;break-inside:avoid}
.signatures{display:grid;grid-template-columns:1fr 1fr;gap:40px}
.signatures p{border-top:1px solid;padding-top:5px;font-size:12px;line-height:16px;color:#444}
.office{display:flex;gap:16px;align-items:center;justify-content:space-between;margin:26px -52px 0;padding:20px 52px 0;border-top:2px dashed;font-size:13px;line-height:18px}
.office dl{display:flex;gap:16px}
.office dt{font-size:12px;line-height:16px}
.office dd{font-weight:800;white-space:nowrap}
.office .code{width:56px;height:56px}
.last{display:flex;justify-content:space-between;font-size:11px;line-height:15px;margin-top:20px}
@media screen and (max-width:52em){
body{padding-bottom:0}
.sheet{width:auto;min-height:0;padding:20px 16px}
.sheet header{flex-wrap:wrap}
.parties,.columns{grid-template-columns:minmax(0,1fr)}
.sheet .bill{flex-wrap:wrap}
th:first-child{width:66px}
th:nth-child(3),th:last-child,td:last-child{width:auto}
.office{flex-wrap:wrap;justify-content:flex-start;margin-inline:-16px;padding-inline:16px}
.office dl{flex-wrap:wrap}
.last{flex-direction:column}
}
`;

const collisionStyle = `
.sheet{width:210mm;min-height:297mm;padding:48px 48px 30px;display:flex;flex-direction:column;font-size:11px;line-height:16px}
.sheet header{display:flex;gap:16px;align-items:flex-start;padding-bottom:10px;margin-bottom:10px;border-bottom:2px solid}
.sheet header>div:first-of-type{flex:1}
.authority{font-size:13px;line-height:20px}
.sheet h1{font-size:17px;line-height:23px;font-weight:800}
.beside{text-align:right}
.reference{font-size:13px;line-height:18px}
.sheet .reference i+i{margin-left:6px}
.note,.last,th,.stamp p,.signer p,figcaption{color:#444;font-size:10px;line-height:14px}
h2{font-size:13px;line-height:20px;margin-top:8px}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:24px}
table{width:100%;border-collapse:collapse;text-align:left}
th{font-weight:600;padding:2px 10px 3px 0;border-bottom:1px solid}
td{padding:3px 10px 2px 0;border-bottom:.5px solid #ccc;vertical-align:top}
tr,figure,.foot{break-inside:avoid}
.said{white-space:pre-line;margin-bottom:3px}
.shots{display:flex;gap:16px}
.shots:not(:empty){margin-top:8px}
.shots img{max-width:225px;object-fit:contain}
.foot{display:flex;gap:20px;margin-top:auto;padding-top:16px}
.signer{flex:1}
.signer p{padding-top:12px;border-bottom:.75px solid}
.stamp .code{width:84px;height:84px;margin-bottom:8px}
.stamp p{width:84px;height:70px;padding:6px 8px;border:2.5px solid;border-radius:6px}
.last{display:flex;justify-content:space-between;margin-top:12px}
@media screen and (max-width:52em){
.sheet{width:auto;min-height:0;padding:20px 16px}
.sheet header,.foot,.shots{flex-wrap:wrap}
.sides{grid-template-columns:minmax(0,1fr);gap:0}
}
`;
