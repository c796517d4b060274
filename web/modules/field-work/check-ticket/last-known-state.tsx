import { naira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { ticketOnDevice } from '#web/records/known/known-plates.ts';
import { useKept } from '#web/records/known/use-kept.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Without a network: whether the ticket was unpaid when this device was told last. */
export function LastKnownState({ code }: { code: string }) {
  const kept = useKept(code, true, () => ticketOnDevice(code));
  return (
    <>
      {kept && (
        <Notice kind={kept.found.withdrawn ? 'soft' : 'warn'}>
          <b>{kept.found.withdrawn ? 'Withdrawn: nothing to pay' : 'Not paid'}</b>, as at{' '}
          {momentOf(kept.readAt)}. {naira(kept.found.price)}.
        </Notice>
      )}
      <Notice>
        Without a network, Hanya cannot tell whether the ticket is paid{kept && ' now'}.
      </Notice>
    </>
  );
}
