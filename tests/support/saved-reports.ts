import type { BodyOf } from '#contract/endpoint.ts';
import type { setSchedule } from '#contract/modules/reports/report-schedules.ts';
import type { Client } from './client.ts';
import { keptView } from './kept-views.ts';

/** Saves a report and answers its id: unpaid tickets by age, unless another is asked for. */
export const keptReport = (client: Client, query = 'kind=unp', more = {}): Promise<string> =>
  keptView(client, { screen: 'reports', query, ...more });

export const aSchedule = (
  recipients: string[],
  changes: Partial<BodyOf<typeof setSchedule>> = {},
): BodyOf<typeof setSchedule> => ({
  rhythm: 'monday',
  hour: 6,
  form: 'link',
  recipients,
  until: null,
  sendsNothing: false,
  ...changes,
});
