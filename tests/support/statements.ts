import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import {
  decideStatement,
  sendStatement,
  type Statement,
} from '#contract/modules/money/statements.ts';
import type { Organisation } from '#contract/places.ts';
import type { Client } from './client.ts';
import { aProposal } from './proposals.ts';
import type { TestApp } from './test-app.ts';

/** A statement, of Kaduna by default, that somebody has sent, without lines; answers its id. */
export async function aSentStatement(
  app: Pick<TestApp, 'db'>,
  {
    by,
    day = '2022-05-01',
    organisation = 'Kaduna',
  }: { by: string; day?: string; organisation?: Organisation },
): Promise<string> {
  const sha256 = createHash('sha256').update(ulid()).digest('hex');
  const gateway = 'PayKaduna';
  const id = await aProposal(app, {
    kind: 'statement',
    organisation,
    subject: sha256,
    body: { gateway, from: day, to: day, kobo: 0 },
    reason: '',
    by,
  });
  await app.db
    .insertInto('statements')
    .values({
      id,
      organisation,
      demo: false,
      gateway,
      from_day: day,
      to_day: day,
      source: 'sent',
      sent_by: by,
      sha256,
      in_force: false,
    })
    .execute();
  return id;
}

/** Sends a file as a statement, and has a second person confirm it. */
export async function sendConfirmed(
  [sender, second]: readonly [Client, Client],
  content: string,
  body: Record<string, string> = {},
): Promise<Statement> {
  const files = [{ field: 'file', content }];
  const { data } = await sender.ok(sendStatement, { body, files });
  const confirming = { params: { id: data.id }, body: { agrees: true } };
  return (await second.ok(decideStatement, confirming)).data;
}
