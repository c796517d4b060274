import { createHash } from 'node:crypto';

export const payStyle = `
:root{color-scheme:light;--canvas:#F7F6F3;--surface:#fff;--line:#E5E4E0;--edge:#D4D4CF;--ink:#192227;
--dim:#646A6D;--primary:#005B8C;--hover:#02446B;--band:#04273E;--warn:#FEF3CF;--warn-ink:#643E0D;
--ok:#DCF6EA;--ok-ink:#005035;--bad:#FDE7E6;--bad-ink:#881415;--focus:#192227}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--canvas:#0C1419;--surface:#151E23;
--line:#222C33;--edge:#2B363D;--ink:#E6EAED;--dim:#A6AEB3;--primary:#1D7AB0;--hover:#1B72A5;
--band:#06131E;--warn:#2E230C;--warn-ink:#FBD26B;--ok:#0B2A1F;--ok-ink:#8BDDB7;--bad:#391517;
--bad-ink:#F9A9A5;--focus:#fff}}
*{box-sizing:border-box;margin:0}
html{-webkit-text-size-adjust:100%}
body{font:400 16px/22px Overpass,system-ui,sans-serif;color:var(--ink);background:var(--canvas);
font-feature-settings:"tnum";overflow-wrap:anywhere}
header{background:var(--band);color:#fff}
header p{max-width:480px;margin:0 auto;padding:17px 16px;font-weight:700}
main{max-width:480px;margin:0 auto;padding:16px}
main>*+*{margin-top:16px}
h1{font-size:24px;line-height:30px}
.note{display:flex;gap:8px;padding:12px;border-radius:6px;font-size:14px;line-height:20px}
.note svg{flex:none}
.warn{background:var(--warn);color:var(--warn-ink)}
.ok{background:var(--ok);color:var(--ok-ink)}
.bad{background:var(--bad);color:var(--bad-ink)}
.card{background:var(--surface);border:1px solid var(--line);border-radius:10px}
dl{padding:16px;display:grid;gap:12px}
dt,.code{font-size:13px;line-height:18px;color:var(--dim)}
dd{font-weight:600}
table{width:100%;border-collapse:collapse;border-top:1px solid var(--line)}
th,td{padding:12px 16px;text-align:left;vertical-align:top;font-weight:400}
tr+tr>*{border-top:1px solid var(--line)}
td{text-align:right;font-weight:600;white-space:nowrap}
.code{display:block}
tfoot>tr>*{border-top:2px dashed var(--edge)}
tfoot th{font-weight:600}
tfoot td{font-size:20px;line-height:24px;font-weight:700}
form{display:grid;gap:12px}
button{font:600 16px/22px Overpass,system-ui,sans-serif;min-height:48px;padding:0 18px;
border-radius:6px;border:1px solid var(--edge);background:var(--surface);color:var(--ink);cursor:pointer}
button.primary{background:var(--primary);border-color:var(--primary);color:#fff}
button.primary:hover{background:var(--hover)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;box-shadow:0 0 0 6px #F7B500}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:12px}
`;

const hash = createHash('sha256').update(payStyle).digest('base64');

/** The page runs no script and loads nothing; only this style and its own forms are allowed. */
export const payPolicy =
  `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; ` +
  `base-uri 'none'; frame-ancestors 'none'`;
