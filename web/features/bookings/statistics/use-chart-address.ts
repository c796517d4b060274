import { z } from 'zod';
import { periodSchema } from '#contract/statistics.ts';
import { useAddress } from '#web/lists/use-address.ts';

const measures = ['revenue', 'bookings'] as const;
export type Measure = (typeof measures)[number];

const addressSchema = z.object({
  period: periodSchema.catch('month'),
  show: z.enum(measures).catch('revenue'),
  as: z.enum(['chart', 'table']).catch('chart'),
});
export type ChartAddress = z.infer<typeof addressSchema>;

/** The choices of the chart, kept in the address, so that Back from a list restores them. */
export function useChartAddress() {
  const { address, change } = useAddress(addressSchema);
  return {
    address,
    choose: (changes: Partial<ChartAddress>) => change(changes, { replace: true }),
  };
}
