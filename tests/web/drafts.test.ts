import { expect, test } from 'vitest';
import { maxFilesPerCall, uploadLimit } from '#contract/upload-limits.ts';
import { bookingDraftSchema, newDraft } from '#web/features/bookings/form/draft.ts';
import {
  collisionDraftSchema,
  newDraft as newCollision,
  newOfficer,
  newVehicle,
  newWitness,
} from '#web/features/collisions/form/draft.ts';
import { draftFilesOf, evidenceOf, tooMuch } from '#web/features/collisions/form/evidence.ts';
import { draftName } from '#web/forms/drafts/use-offered-drafts.ts';
import { sameWords } from '#web/forms/record/record-kind.ts';
import { inScope, placeInScope } from '#web/forms/remembered-place.ts';

const id = '01K9HZNGVX2Z66Z1C0ABCDEFGH';
const zaria = { organisation: 'Kaduna', zone: 'Zaria', team: 'Team 4', beatCode: 'ZR-12' } as const;
const hq = { state: 'Kaduna', zone: null } as const;

test('a draft comes back from the device word for word', () => {
  const draft = { ...newDraft(id, hq, zaria), name: ' Musa ', phoneNo: 'none', dob: '1890-01-01' };
  expect(bookingDraftSchema.parse(structuredClone(draft))).toEqual(draft);
  const collision = {
    ...newCollision(id, hq, zaria),
    vehicle: [{ ...newVehicle(), plate: ' abc ' }],
    witness: [newWitness()],
    officer: [newOfficer()],
  };
  expect(collisionDraftSchema.parse(structuredClone(collision))).toEqual(collision);
});

test('a form is begun once its words differ, whatever its id', () => {
  const empty = newDraft(id, hq, zaria);
  expect(sameWords({ ...empty, _id: '01K9HZNGVX2Z66Z1C0ABCDEFGJ' }, empty)).toBe(true);
  expect(sameWords({ ...empty, notes: ' ' }, empty)).toBe(false);
});

test('zone, team and beat of the last booking are taken only from within the scope', () => {
  expect(newDraft(id, hq, zaria)).toMatchObject(zaria);
  expect(newDraft(id, { state: null, zone: null }, zaria)).toMatchObject(zaria);
  expect(placeInScope(zaria, { state: 'Kaduna', zone: 'Zaria' })).toBe(zaria);
  expect(placeInScope(zaria, { state: 'Kaduna', zone: 'Kachia' })).toBeNull();
  expect(placeInScope(zaria, { state: 'Lagos', zone: null })).toBeNull();
  expect(newDraft(id, { state: 'Lagos', zone: null }, zaria)).toMatchObject({
    organisation: 'Lagos FRSC',
    zone: '',
    team: '',
    beatCode: '',
  });
});

test('a draft follows its maker into the scope they have now', () => {
  const draft = { organisation: 'Kaduna', zone: 'Zaria' } as const;
  expect(inScope(draft, hq)).toEqual(draft);
  expect(inScope(draft, { state: 'Kaduna', zone: 'Kachia' })).toMatchObject({ zone: 'Kachia' });
  expect(inScope(draft, { state: 'Ogun', zone: null })).toEqual({ organisation: 'Ogun', zone: '' });
});

test('files come back from a draft to the places they were chosen for', () => {
  const file = (name: string) => new File(['x'], name);
  const evidence = {
    img: [file('a.jpg'), file('b.jpg')],
    vid: file('c.mp4'),
    vehicles: { row: { driverImg: null, vehicleImg: file('d.jpg') } },
  };
  expect(evidenceOf(draftFilesOf(evidence))).toEqual(evidence);
});

test('a draft is named by when it was left and what it is about', () => {
  const now = Date.now();
  expect(draftName({ savedAt: now }, ' KAD-214BN ')).toMatch(/^\d\d:\d\d, KAD-214BN$/);
  expect(draftName({ savedAt: now - 48 * 3_600_000 }, '')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
});

test('files that are too many or too large together are refused before they are sent', () => {
  const one = { file: new File(['x'], 'a.jpg') };
  expect(tooMuch([one])).toBeNull();
  expect(tooMuch(Array.from({ length: maxFilesPerCall + 1 }, () => one))).toContain('at most 120');
  const large = new File([], 'a.mp4');
  Object.defineProperty(large, 'size', { value: uploadLimit + 2 ** 20 });
  expect(tooMuch([{ file: large }])).toBe(
    'These files total 601 MB. You can send at most 600 MB at a time. Remove some files.',
  );
});
