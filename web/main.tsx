import './trusted-types.ts';
import './ui/theme/sheets.ts';
import { begin } from './app/begin.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no element for the application.');
// The page says it already.
if (globalThis.hanyaTooOld !== true) begin(place);
