import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { listCollisions } from '#contract/collisions.ts';
import { createCollision } from '#contract/new-collisions.ts';
import type { User } from '#contract/users.ts';
import type { FakeServer } from './fake-server.ts';
import { dialog, field, fill, isClosed, labelled, press } from './form.ts';
import { openApp } from './open-app.tsx';
import { aCollision, aList, anAnswer, aPicture } from './records.ts';

/** The collision form over the page of insurances, with a server that records. */
export async function openCollisionForm(
  as: Partial<User> = { role: 'booking officer', zone: 'Zaria' },
) {
  const app = openApp('/insurance', as, collisionServer);
  await press('Collision', await screen.findByRole('navigation', { name: 'New record' }));
  return { ...app, form: await dialog('New Collision Form') };
}

function collisionServer(server: FakeServer): void {
  server.answer(listCollisions, () => aList());
  server.answer(createCollision, ({ body: { noOfCars, coming }, files }) =>
    anAnswer(aCollision({ noOfCars, filesToCome: coming.length - files.length })),
  );
}

export const submitOf = (form: HTMLElement) => within(form).getByRole('button', { name: 'Submit' });
export const add = (form: HTMLElement, what: string) => press(`Add ${what}`, form);
export const count = (of: string) => labelled(`Number of ${of}`);

export const addEvidence = (form: HTMLElement, ...files: File[]) =>
  fireEvent.change(field(form, /^Add images/), {
    target: { files: files.length > 0 ? files : [aPicture()] },
  });

export async function fillInCollision(
  form: HTMLElement,
  plate: string,
  ...files: File[]
): Promise<void> {
  fill(form, count('vehicles'), '2');
  fill(form, count('fatalities'), '0');
  await add(form, 'vehicle');
  fill(form, /^Plate number/, plate);
  addEvidence(form, ...files);
  await waitFor(() => expect(isClosed(submitOf(form))).toBe(false));
}
