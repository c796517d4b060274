import { ulid } from 'ulid';
import { copyOf, found, type Lie, rights, scene } from './lying-scene.ts';

/** Of closed and of mailed reports. */
export const closingLies: Readonly<Record<string, Lie>> = {
  'report_closings INSERT': found(
    () => copyOf('report_closings', { id: ulid(), kind: 'er' }),
    /^Closed report .* was proposed otherwise than the trail says\.$/,
  ),
  'report_closings UPDATE': found(
    () => `update report_closings set state = 'closed', decided_by = '${scene.headId}', decided_at = now()
           where id = '${scene.closing}'`,
    /^Closed report .* stands otherwise than the trail says\.$/,
  ),
  ...rights('report_mails', 'Who is mailed what counts nothing.', ['INSERT', 'UPDATE']),
  ...rights('report_schedules', 'Who is mailed what counts nothing.', ['INSERT', 'UPDATE']),
};
