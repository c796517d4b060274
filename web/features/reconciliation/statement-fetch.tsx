import { IconCloudDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { SentBody } from '#contract/endpoint.ts';
import { dayCount } from '#contract/day-stretch.ts';
import { type fetchStatement as fetchEndpoint, mostFetchedDays } from '#contract/statements.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { movedBy } from './presets.ts';
import { fetchStatement } from './reconciliation-calls.ts';
import { takenIn } from './statement-send.tsx';

export interface StatementFetchProps {
  gateway: string;
  body: SentBody<typeof fetchEndpoint>;
  /** The day it is, in Africa/Lagos. */
  today: string;
  onFetched: () => void;
}

/** Asks the gateway for the days that are shown, as far as they are over. */
export function StatementFetch({ gateway, body, today, onFetched }: StatementFetchProps) {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const yesterday = movedBy(today, -1);
  const to = body.to > yesterday ? yesterday : body.to;
  const over = body.from <= to;
  const fits = dayCount(body.from, to) <= mostFetchedDays;

  async function fetchNow(): Promise<void> {
    setProblem(null);
    setBusy(true);
    try {
      toastDone(takenIn(await dispatch(fetchStatement({ ...body, to })).unwrap()));
      onFetched();
    } catch (error) {
      setProblem(failedCall(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        icon={<IconCloudDownload size={17} stroke={1.8} aria-hidden />}
        loading={busy}
        loadingLabel="Fetching"
        disabled={!over || !fits}
        reason={
          over ? `Choose at most ${mostFetchedDays} days to fetch.` : 'None of these days is over.'
        }
        showReason
        onClick={() => void fetchNow()}
      >
        Fetch from {gateway}
      </Button>
      {problem !== null && <Notice kind="alert">{problem}</Notice>}
    </>
  );
}
