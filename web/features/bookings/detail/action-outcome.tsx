import { Notice } from '#web/ui/feedback/notice.tsx';
import { isWebPage } from './open-tab.ts';
import type { Outcome } from './use-booking-actions.tsx';

/** What the last action said, above the buttons; failures are announced at once. */
export function ActionOutcome({ outcome }: { outcome: Outcome | null }) {
  return (
    <div role={outcome?.kind === 'bad' ? 'alert' : 'status'}>
      {outcome && (
        <Notice kind={outcome.kind}>
          {outcome.message}
          {outcome.link !== undefined && isWebPage(outcome.link) && (
            <>
              {' '}
              <a href={outcome.link} target="_blank" rel="noopener noreferrer">
                Open the payment page
              </a>
            </>
          )}
        </Notice>
      )}
    </div>
  );
}
