import { fontFaces, fontFamily } from './fonts.ts';
import { pageStyle } from './page.ts';

export const publicStyle = `
${fontFaces}
${pageStyle}
:root{color-scheme:light;--canvas:#F7F6F3;--surface:#fff;--line:#E5E4E0;--ink:#192227;--dim:#646A6D;
--band:#04273E;--primary:#005B8C;--hover:#02446B;--issued:#FDE6A5;--issued-ink:#452A0A;
--link:#005B8C;--edge:#767C80;--done:#192227;--done-edge:#192227;--wrong:#B3261E;--focus:#192227}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--canvas:#0C1419;--surface:#151E23;
--line:#222C33;--ink:#E6EAED;--dim:#A6AEB3;--band:#06131E;--primary:#1D7AB0;--hover:#1B72A5;
--issued:#3A2A0B;--issued-ink:#FBD26B;--link:#7CC4EE;--edge:#7D878D;--done:#05090C;--done-edge:#434D54;--wrong:#FFB4AB;--focus:#fff}}
body{font-family:${fontFamily};font-size:16px;line-height:24px;color:var(--ink);background:var(--canvas)}
header{background:var(--band);color:#fff}
header p{display:flex;gap:12px;align-items:center;max-width:480px;min-height:56px;margin:0 auto;
padding:8px 16px}
header svg{flex:none}
header img{flex:none;object-fit:contain;background:#fff;border-radius:4px}
main{max-width:480px;margin:0 auto;padding:16px}
main>*+*{margin-top:16px}
.languages{display:flex;flex-wrap:wrap;gap:0 16px}
.languages>*{min-height:44px;padding:10px 0;border:0;background:none;color:var(--link);font:inherit;text-decoration:underline}
.languages b{color:var(--ink);font-weight:700;text-decoration:none}
.ticket{padding:20px 16px;background:var(--surface);border:1px solid var(--line);border-radius:10px}
.ticket>*+*{margin-top:16px}
.state{display:inline-flex;gap:8px;align-items:center;padding:8px 12px;border:1px solid transparent;
border-radius:4px;font-weight:700;font-size:18px;line-height:24px}
.issued{background:var(--issued);color:var(--issued-ink)}
.paid{background:#006A47;color:#fff}
.withdrawn,.decided{border-color:var(--ink);color:var(--ink)}
.done{background:var(--done);border-color:var(--done-edge);color:#fff}
h1{font-size:22px;line-height:28px}
.whole{white-space:nowrap}
dl{border-top:2px dashed var(--line)}
dl>div{display:flex;flex-wrap:wrap;gap:0 16px;justify-content:space-between;padding:10px 0;
border-bottom:1px solid var(--line)}
dl>div:last-child{padding-bottom:0;border:0}
dt{color:var(--dim)}
dd{font-weight:600}
.line{display:block}
.line+.line{margin-top:4px}
.mono{font-family:'Overpass Mono',monospace}
.pay{display:flex;align-items:center;justify-content:center;min-height:48px;padding:8px 18px;
border-radius:6px;background:var(--primary);color:#fff;font-weight:600;text-decoration:none;
text-align:center}
.pay:hover{background:var(--hover)}
a:not(.pay){color:var(--link)}
.save,form button{display:flex;align-items:center;justify-content:center;min-height:48px;padding:8px 18px;
border:1px solid var(--edge);border-radius:6px;background:none;color:var(--ink);font:inherit;font-weight:600;text-decoration:none}
a.save{color:var(--ink)}
dd button{margin-left:8px;min-height:44px;min-width:64px;border:1px solid var(--edge);border-radius:6px;
background:none;color:var(--ink);font:inherit;font-weight:600}
label{display:block;font-weight:600}
form button{width:100%;margin-top:12px}
input,select,textarea{width:100%;min-height:48px;margin-top:8px;padding:8px 12px;border:1px solid var(--edge);
border-radius:6px;background:var(--surface);color:var(--ink);font:inherit}
input[type=file]{padding:0;border:0;background:none}
input::file-selector-button{min-height:48px;margin-right:12px;padding:8px 18px;border:1px solid var(--edge);
border-radius:6px;background:var(--surface);color:var(--ink);font:inherit;font-weight:600}
.code{font:600 18px 'Overpass Mono',monospace;text-transform:uppercase}
form>*+label,form>*+h2,form>details,form>.lead{margin-top:16px}
form .pay{border:0;background:var(--primary);color:#fff}
summary{padding:10px 0;color:var(--link);font-weight:600;cursor:pointer}
.wrong{margin-top:8px;padding-left:12px;border-left:4px solid var(--wrong);color:var(--wrong);font-weight:600}
[aria-invalid=true]{border:2px solid var(--wrong)}
.number{font:600 20px 'Overpass Mono',monospace}
.shot{display:block;width:100%;height:auto;border-radius:6px}
.said{white-space:pre-line}
li{padding:8px 0;border-bottom:1px solid var(--line)}
ul{list-style:none}
h2+dl{margin-top:8px;border:0}
.note,.small{font-size:14px;line-height:20px;color:var(--dim)}
.note{margin-top:8px}
.warning{padding:16px;background:var(--surface);border:2px solid var(--ink);border-radius:10px}
h2{font-size:20px;line-height:26px;font-weight:800}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;box-shadow:0 0 0 6px #F7B500}
`;
