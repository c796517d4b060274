import { useState } from 'react';
import { useLiveNews, type LiveNews } from '#web/live/events.ts';

/** What news means for a list: a record belongs in it now, or no longer. */
export interface Verdict {
  id: string;
  is: 'arrived' | 'left';
}

type HeardVerdict = Verdict & { at: number };

export interface ListNews {
  /** Records that belong in the list and are not among its rows. */
  arrived: number;
  /** Rows that no longer belong in it. */
  left: number;
}

interface Listed {
  /** When the rows were asked for: what was heard before is in them. Milliseconds (UTC). */
  askedAt: number;
  rows: readonly { _id: string }[];
}

/** Counts what changed about a list since its rows were asked for. The last word on a record counts. */
export function countNews(heard: readonly HeardVerdict[], { askedAt, rows }: Listed): ListNews {
  const shown = new Set(rows.map((row) => row._id));
  const last = new Map(heard.filter(({ at }) => at >= askedAt).map((one) => [one.id, one.is]));
  const news = [...last];
  return {
    arrived: news.filter(([id, is]) => is === 'arrived' && !shown.has(id)).length,
    left: news.filter(([id, is]) => is === 'left' && shown.has(id)).length,
  };
}

/** Counts what happens about a list while it is looked at; `judge` says what news means for it. */
export function useListNews(listed: Listed, judge: (news: LiveNews) => Verdict | null): ListNews {
  const [heard, setHeard] = useState<readonly HeardVerdict[]>([]);
  useLiveNews((news) => {
    const verdict = judge(news);
    if (!verdict) return;
    const at = Date.now();
    setHeard((before) => [
      ...before.filter((one) => one.at >= listed.askedAt && one.id !== verdict.id),
      { ...verdict, at },
    ]);
  });
  return countNews(heard, listed);
}
