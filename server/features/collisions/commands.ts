import { ulid } from 'ulid';
import type { Collision } from '#contract/collisions.ts';
import type { NewCollision } from '#contract/new-collisions.ts';
import type { Arrival } from '#server/acts/arrival.ts';
import { happened } from '#server/acts/happened.ts';
import type { Deps } from '#server/deps.ts';
import {
  auditedFiles,
  insertFiles,
  type StoredFile,
  withStoredFiles,
} from '#server/features/files/commands.ts';
import { areasOf } from '#server/features/places/queries.ts';
import { bodyHash } from '#server/http/body-hash.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { organisationFor, zoneFor } from '#server/scope/rules.ts';
import { whyNotAnnounced } from './announced-files.ts';
import { noteDoubles } from './doubles/commands.ts';
import { wholeCollisions } from './queries.ts';
import { collisionRow, FileIdTaken, insertLines } from './rows.ts';
import {
  announcedBeside,
  evidenceOf,
  fileIdTaken,
  idTaken,
  stillToCome,
  withFacts,
} from './rules.ts';

interface Recorded {
  readonly collision: Collision;
  /** False for a repeat: the same collision was stored by an earlier call. */
  readonly isNew: boolean;
}

/**
 * Records a collision with the files beside it, and those that it announces. The same `_id` with
 * the same fields from the same officer answers with the stored collision; anything else under it
 * is a 409.
 */
export async function recordCollision(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  sent: NewCollision,
  uploads: readonly UploadedFile[],
): Promise<Outcome<Recorded>> {
  const said = withFacts(sent);
  if (said instanceof Refusal) return said;
  const body = { ...said, zone: zoneFor(sent.zone, caller.scope) };
  const organisation = organisationFor(body, caller.scope, areasOf);
  if (organisation instanceof Refusal) return organisation;
  // The hashes of their bytes decide later which ones they are.
  const probably = announcedBeside(uploads, body.coming, (file, { bytes }) => file.bytes === bytes);
  const sorted = evidenceOf(body.vehicle, [...uploads, ...stillToCome(body.coming, probably)]);
  if (sorted instanceof Refusal) return sorted;

  const id = body._id ?? ulid();
  const hash = bodyHash(repeatable(sent));
  const arrival: Arrival = {
    id,
    organisation,
    zone: body.zone,
    capture: body.capture,
    kind: 'collision',
    label: body.location,
    bodyHash: hash,
    offences: null,
    officer: caller,
  };
  const onTheWay = await deps.consequences.admit(deps, arrival);
  const made = {
    id,
    hash,
    onTheWay: onTheWay instanceof Refusal ? null : (onTheWay?.milliseconds ?? null),
    organisation,
    createdBy: caller.userId,
    demo: caller.demo,
  };
  const standing = await stands(deps, id);
  const tooMuch = standing
    ? null
    : await whyNotAnnounced(deps.db, { officer: caller.userId, organisation }, body.coming);
  if (tooMuch) return tooMuch;
  if (onTheWay instanceof Refusal && !standing) return onTheWay;
  const isNew =
    !standing &&
    (await withStoredFiles(deps, uploads, (files) => insert(deps, actor, body, made, files), {
      sender: caller.userId,
      isEvidence: true,
    }));
  if (isNew instanceof Refusal) return isNew;
  if (!isNew && !(await stands(deps, id, made))) return idTaken;
  const [collision] = await wholeCollisions(deps, [id]);
  return collision ? { collision, isNew } : idTaken;
}

/** The part that each sending of a collision repeats; its time and its files may be told anew. */
const repeatable = ({ capture: _capture, coming, ...body }: NewCollision) => ({
  ...body,
  ...(coming.length > 0 && {
    coming: coming.map(({ id, field, bytes, sha256 }) => ({ id, field, bytes, sha256 })),
  }),
});

type Made = Parameters<typeof collisionRow>[1];

/** Everything in one transaction; false when the `_id` is taken. */
async function insert(
  deps: Deps,
  actor: Actor,
  body: NewCollision,
  made: Made,
  files: readonly StoredFile[],
): Promise<Outcome<boolean>> {
  const beside = announcedBeside(
    files,
    body.coming,
    ({ original, sha256 }, known) => (original?.sha256 ?? sha256) === known.sha256,
  );
  const evidence = evidenceOf(body.vehicle, [...files, ...stillToCome(body.coming, beside)]);
  if (evidence instanceof Refusal) return evidence;
  const { id, organisation, createdBy, demo } = made;
  const written = deps.db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('collisions')
      .values(collisionRow(body, made))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return false;
    await insertFiles(trx, files, { createdBy, demo });
    const known = new Map([...beside].map(([file, announced]) => [file.id, announced]));
    await insertLines(trx, body, id, evidence, known);
    await happened(deps, trx, actor, {
      event: 'collision.recorded',
      record: 'collision',
      id,
      before: null,
      after: { ...body, _id: id, organisation, files: auditedFiles(files) },
    });
    await noteDoubles(trx, { id, organisation, demo }, body, deps.config.double);
    return true;
  });
  return written.catch((error: unknown) => {
    if (error instanceof FileIdTaken) return fileIdTaken;
    throw error;
  });
}

/** True if a collision has this `_id`; with `made`, whether it is this very one. */
async function stands({ db }: Deps, id: string, made?: Made): Promise<boolean> {
  const found = await db
    .selectFrom('collisions')
    .select(['body_hash', 'created_by'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found || !made) return found !== undefined;
  return found.body_hash === made.hash && found.created_by === made.createdBy;
}
