import { buffer } from 'node:stream/consumers';
import type { Collision } from '#contract/collisions.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { printCollision as printCall } from '#contract/modules/after-ticket/papers.ts';
import { records } from '#contract/records.ts';
import { may } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { doublesOf } from '#server/features/collisions/doubles/queries.ts';
import { additionsOf, originalsOf, scenePicturesOf } from '#server/features/collisions/queries.ts';
import { whoseWork } from '#server/http/attempts.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Download } from '#server/http/download.ts';
import {
  collisionFile,
  letterheadOf,
  notedCopy,
} from '#server/modules/after-ticket/papers/commands.ts';
import { collisionReference } from '#server/references.ts';
import { collisionSheetOf, type Known } from './collision-paper.ts';

type Printers = Pick<Deps, 'db' | 'store' | 'config' | 'lookups' | 'fileAddresses'>;
type Printed = Download<(typeof printCall)['download'][number]>;

/** Two pictures have room beside each other. */
const mostPictures = 2;

/**
 * A collision on one page, as far as its reader sees it. The trail notes each printing, with the number
 * of its content and of its copy. A mere reader gets a copy for reading, which changes nothing.
 */
export async function printCollision(
  deps: Printers,
  actor: Actor,
  caller: Caller,
  collision: Collision,
  { format }: QueryOf<typeof printCall>,
): Promise<Printed> {
  const { db, config, lookups } = deps;
  const { _id: id } = collision;
  const known = await knownOf(deps, caller, collision);
  const letterhead = await letterheadOf(deps, collision);
  const printedAt = new Date();
  const address = `${config.publicUrl}${records.collision.screen}?open=${id}`;
  const printedBy = caller.role === 'guest' ? 'a guest' : caller.name;
  const sheetOf = (copy: number | null) =>
    collisionSheetOf(known, { ...letterhead, address, printedBy, printedAt, copy });
  const draw = async (copy: number | null): Promise<Printed> => {
    const content = await collisionFile(sheetOf(copy), format, whoseWork(caller, actor.address));
    const name = `collision-${collisionReference(id)}.${format}`;
    return {
      type: format === 'html' ? 'text/html' : 'application/pdf',
      name,
      content,
      inline: true,
    };
  };
  if (!may(caller.role, 'record a collision')) {
    lookups.note(caller, { kind: 'paper', record: id });
    return draw(null);
  }
  const after = { format, content: sheetOf(null).content };
  return notedCopy(db, actor, { record: 'collision', id, after }, draw);
}

async function knownOf(deps: Printers, caller: Caller, collision: Collision): Promise<Known> {
  const { db, store } = deps;
  const { _id: id } = collision;
  const shown = await scenePicturesOf(db, id, mostPictures);
  const pictures: Known['pictures'][number][] = [];
  for (const [place, file] of shown.entries()) {
    // A store that is away costs the pictures alone.
    const stored = await store.open(file).catch(() => undefined);
    const jpeg = stored ? await buffer(stored).catch(() => null) : null;
    if (jpeg) pictures.push({ name: `Picture of the scene ${place + 1}`, jpeg });
  }
  return {
    collision,
    pictures,
    additions: await additionsOf(deps, id),
    doubles: await doublesOf(db, caller.scope, id),
    files: await originalsOf(deps, id),
  };
}
