import { Confirm } from '#web/ui/dialog/confirm.tsx';
import type { AccountForm } from './use-account-form.ts';
import { allStates } from './user-words.ts';

/** Asks before people narrow their own access. */
export function NarrowConfirm({ account }: { account: AccountForm }) {
  const { state, zone } = account.form.values;
  const where = zone ?? state ?? allStates;
  return (
    <Confirm
      opened={account.asking}
      title="Narrow your access?"
      message={
        <p>
          From now on you see and record for <b>{where}</b> only. Only a state admin can widen your
          access again.
        </p>
      }
      confirmLabel={`Work in ${where} only`}
      onConfirm={() => void account.save()}
      onCancel={account.giveUp}
    />
  );
}
