import { listOffences } from '#contract/offences.ts';
import type { Deps } from '../../app.ts';
import { answered } from '../../http/answered.ts';
import * as offences from './queries.ts';

export function offenceRoutes({ serve }: Deps): void {
  serve(listOffences, () => Promise.resolve(answered([...offences.listOffences()])));
}
