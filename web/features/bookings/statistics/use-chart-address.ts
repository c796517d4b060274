import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { periodSchema } from '#contract/statistics.ts';

const measures = ['revenue', 'bookings'] as const;
export type Measure = (typeof measures)[number];

const addressSchema = z.object({
  period: periodSchema.catch('month'),
  show: z.enum(measures).catch('revenue'),
  as: z.enum(['chart', 'table']).catch('chart'),
});
export type ChartAddress = z.infer<typeof addressSchema>;

/** What the chart shows, kept in the address: Back from its rows finds it as it was. */
export function useChartAddress() {
  const location = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(location.search);
  const address = addressSchema.parse(Object.fromEntries(query));

  function searchWith(changes: Partial<ChartAddress>): string {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) next.set(name, value);
    return `?${next.toString()}`;
  }

  return {
    address,
    searchWith,
    choose: (changes: Partial<ChartAddress>) =>
      void navigate({ search: searchWith(changes) }, { replace: true, preventScrollReset: true }),
  };
}
