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
          From now on you can see and make records only in <b>{where}</b>. Only a state admin can
          widen your access again.
        </p>
      }
      confirmLabel={`Narrow to ${where}`}
      onConfirm={() => void account.save()}
      onCancel={account.giveUp}
    />
  );
}
