import { html } from '#server/http/html.ts';
import { zonedMomentOf } from '#server/time.ts';
import { factList } from './page.ts';
import { groupsOfFour } from './paper-words.ts';
import { type Frame, publicPage } from './public-page.ts';

interface Shown {
  readonly number: string;
  readonly reference: string;
  readonly madeAt: Date;
  readonly bytes: number;
  readonly sha256: string;
  readonly newest: string;
  readonly newestAt: Date;
}

/** The page under a case file's number, for whoever holds the file: nothing about a person. */
export const caseFilePage = (frame: Frame, file: Shown): string =>
  publicPage(
    frame,
    `Case file ${file.number}`,
    html`<section class="ticket">
      <h1>The authority made this case file.</h1>
      ${factList([
        { label: 'Number', value: file.number },
        { label: 'Ticket', value: groupsOfFour(file.reference).join(' ') },
        { label: 'Made', value: zonedMomentOf(file.madeAt) },
        { label: 'Size', value: `${file.bytes.toLocaleString('en-NG')} bytes` },
        { label: 'SHA-256', value: file.sha256 },
        {
          label: 'Newest file',
          value:
            file.newest === file.number
              ? 'This is the newest file of its ticket.'
              : `${file.newest}, made ${zonedMomentOf(file.newestAt)}`,
        },
      ])}
      <p class="note">
        Compare this SHA-256 with that of your file. If you have a paper copy, or one file of
        several tickets, compare its number, ticket and time, and ask the authority for the file
        with this number.
      </p>
    </section>`,
  );

export const noCaseFilePage = (frame: Frame, number: string): string =>
  publicPage(
    frame,
    'Case file not found',
    html`<section class="ticket">
      <h1>No case file has the number ${number}.</h1>
      <p>
        Check the number on the paper. If it is right, the paper may be forged, or the record was
        erased: ask the authority.
      </p>
    </section>`,
  );
