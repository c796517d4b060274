import { screenPaths, titleOf } from '#contract/screen-paths.ts';
import { dialogs } from './support/axe-dialogs.ts';
import { forms } from './support/axe-forms.ts';
import { viewports } from './support/axe-house.ts';
import { type Cell, cellsOf, schemesOf, sizesOf, walksOf } from './support/axe-matrix.ts';
import { money } from './support/axe-money.ts';
import { papers } from './support/axe-papers.ts';
import { popovers } from './support/axe-popovers.ts';
import { noRecords } from './support/axe-records.ts';
import { findings } from './support/axe-run.ts';
import { listScreens, sample, screens } from './support/axe-screens.ts';
import { expect, test } from './support/axe-test.ts';
import { walkThrough } from './support/axe-walk.ts';
import { noNetwork, refused, unreachable } from './support/test.ts';

const described = [
  ...screens,
  ...listScreens,
  ...dialogs,
  ...forms,
  ...money,
  ...popovers,
  ...papers,
];
const addresses = described.map(({ address }) => {
  const at = typeof address === 'string' ? address : address(noRecords);
  return new URL(at, 'http://localhost').pathname;
});
/** Every other screen of the product is looked at as it opens. */
const others = screenPaths
  .filter((path) => !addresses.includes(path))
  .map((path) => sample(titleOf(path), path));
const places = [...described, ...others];
/** Every change is looked at on one of each kind of screen and form; all others are for the night. */
const byDay = [
  'Sign in',
  'Base',
  'Live Map',
  'Dossier',
  'Unpaid Bookings',
  'Needs you',
  'Organisation',
  'Account Settings',
  'Known vehicle, licence and phone',
  'Known vehicle of an accident',
  'Large picture',
];
for (const name of byDay)
  if (!places.some((place) => place.name === name)) throw new Error(`${name} is no place.`);

for (const place of places) {
  for (const walk of walksOf(place)) {
    const [size] = walk;
    test.describe(`on a ${walk.join(' and a ')}`, () => {
      test.use({ size });

      const tag = byDay.includes(place.name) ? [] : ['@night'];
      test(`axe finds nothing: ${place.name}`, { tag }, async ({ stage, complaints }) => {
        for (const pattern of [
          unreachable,
          refused(400),
          refused(401),
          refused(404),
          // Each window without data is another device of the same people, who may have ten, and
          // twenty new ones a minute.
          refused(409),
          /status of 429 .*\/api\/v1\/device/,
          refused(500),
          noNetwork,
        ])
          complaints.allow(pattern);
        await stage.enter(place.as);
        const walked: Cell[] = [];
        const found: string[] = [];
        await walkThrough(place, {
          page: stage.page,
          size,
          records: stage.records,
          enterEmptyZone: () => stage.enter('somebody without records'),
          async onReached(state, page, shown) {
            for (const at of sizesOf(walk)) {
              if (at !== size) await page.setViewportSize(viewports[at].viewport);
              await expect(shown, `${place.name} on a ${at}: ${state}`).toBeVisible();
              for (const scheme of schemesOf(place, state)) {
                const lines = await findings(page, scheme);
                found.push(...lines.map((line) => `${at}, ${state}, ${scheme}: ${line}`));
                walked.push({ place: place.name, size: at, state, scheme });
              }
            }
            await page.setViewportSize(viewports[size].viewport);
          },
        });
        expect(walked).toEqual(cellsOf(place, walk));
        expect(found.join('\n')).toBe('');
      });
    });
  }
}
