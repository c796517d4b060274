import { sql } from 'kysely';
import { z } from 'zod';
import { type Addition, additionSchema, type NewAddition } from '#contract/collision-additions.ts';
import type { Collision } from '#contract/collisions.ts';
import { happened } from '#server/acts/happened.ts';
import { personIn } from '#server/db/people.ts';
import type { Deps } from '#server/deps.ts';
import {
  auditedFiles,
  insertFiles,
  type StoredFile,
  withStoredFiles,
} from '#server/features/files/commands.ts';
import { bodyHash } from '#server/http/body-hash.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { additionIdTaken, fewerInjured, whyNotAdded } from './rules.ts';

type Reading = Pick<Deps, 'db' | 'fileAddresses'>;

/** Reads the additions to a collision without a check of scope: the caller has made it. */
export async function additionsOf(deps: Reading, collisionId: string): Promise<Addition[]> {
  const { rows } = await sql`
    select addition.id, addition.kind, added_at as at, words, name, phone, persons,
      ${personIn('addition.added_by', 'addition.added_at')} as by,
      to_char(died_on, 'YYYY-MM-DD') as "diedOn", were_injured as "wereInjured",
      coalesce(died_in_time(collisions, died_on), false) as counts, addition.facts,
      case when shown.id is not null then json_build_object('kind', shown.kind,
        'address', shown.id, 'sha256', received.sha256) end as file
    from collision_additions as addition join collisions on collisions.id = collision_id
      left join files as shown on shown.id = addition.file_id
      left join originals on originals.file_id = shown.id
      left join files as received on received.id = coalesce(originals.original_id, shown.id)
    where collision_id = ${collisionId} order by added_at, addition.id`.execute(deps.db);
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ file, ...row }) => ({
      ...row,
      file: file && { ...file, address: deps.fileAddresses.of(file.address) },
    }));
}

const rowSchema = additionSchema.extend({ at: z.date().transform((at) => at.toISOString()) });

/** Adds to a collision, once under its id. What was recorded stays as it is. */
export async function addTo(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  collision: Collision,
  sent: NewAddition,
  uploads: readonly UploadedFile[],
): Promise<Outcome<Addition>> {
  const standing = await standingUnder(deps, caller, collision, sent);
  if (standing) return standing;
  const why = whyNotAdded(collision, sent, uploads.length);
  if (why) return why;
  const added = await withStoredFiles(
    deps,
    uploads,
    (files) => insert(deps, actor, caller, collision, sent, files),
    { sender: caller.userId, isEvidence: true },
  );
  // Of two sendings at once, the second finds the first, whatever refused it.
  const stands = await standingUnder(deps, caller, collision, sent);
  return stands ?? (added instanceof Refusal ? added : additionIdTaken);
}

async function standingUnder(
  deps: Reading,
  { userId }: Caller,
  { _id: collisionId }: Collision,
  sent: NewAddition,
): Promise<Outcome<Addition> | undefined> {
  const known = await deps.db
    .selectFrom('collision_additions')
    .select(['collision_id', 'body_hash', 'added_by'])
    .where('id', '=', sent._id)
    .executeTakeFirst();
  if (!known) return undefined;
  const isSame = known.collision_id === collisionId && known.added_by === userId;
  if (!isSame || known.body_hash !== bodyHash(sent)) return additionIdTaken;
  return (await additionsOf(deps, collisionId)).find(({ id }) => id === sent._id);
}

/** In one transaction; the database takes additions to one collision one after the other. */
async function insert(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  { _id: collisionId, demo }: Collision,
  sent: NewAddition,
  files: readonly StoredFile[],
): Promise<Outcome<boolean>> {
  const { _id: id, kind, words, name, phone, persons, diedOn, wereInjured } = sent;
  const facts = kind === 'facts' ? sent.facts : undefined;
  const died = kind === 'death' ? { persons, diedOn, wereInjured } : null;
  const witness = kind === 'witness' ? { name, phone } : null;
  const written = deps.db.transaction().execute(async (trx) => {
    await insertFiles(trx, files, { createdBy: caller.userId, demo });
    const inserted = await trx
      .insertInto('collision_additions')
      .values({
        id,
        body_hash: bodyHash(sent),
        collision_id: collisionId,
        kind,
        added_by: caller.userId,
        words,
        ...(witness ?? { name: '', phone: '' }),
        persons: died?.persons ?? 0,
        died_on: died?.diedOn ?? null,
        were_injured: died?.wereInjured ?? false,
        facts: facts ? JSON.stringify(facts) : null,
        file_id: files[0]?.id ?? null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    // Thrown, so that the rows of its files go too.
    if (!inserted) throw new IdTaken();
    await happened(deps, trx, actor, {
      event: 'collision.added',
      record: 'collision',
      id: collisionId,
      before: null,
      after: {
        _id: id,
        added: kind,
        ...(witness && { witness: [witness] }),
        ...died,
        ...(facts && { facts }),
        words,
        ...(files.length > 0 && { files: auditedFiles(files) }),
      },
    });
    return true;
  });
  return written.catch((error: unknown) => {
    if (error instanceof IdTaken) return false;
    if ((error as { constraint?: unknown }).constraint === 'injured_before') return fewerInjured;
    throw error;
  });
}

class IdTaken extends Error {}
