import type { ReactNode } from 'react';
import type { Activity } from '#contract/activities.ts';
import { records } from '#contract/records.ts';
import { may, type Role } from '#contract/roles.ts';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFlagCheck,
  IconTicket,
  IconTicketOff,
  IconUserEdit,
  IconUserPlus,
} from '#web/ui/icons.ts';
import type { BadgeKind } from '#web/ui/ticket/ticket-badge.tsx';

interface Look {
  kind: BadgeKind;
  icon: ReactNode;
}

const looks: Readonly<Record<string, Look>> = {
  'booking.made': { kind: 'issued', icon: <IconTicket size={16} /> },
  'booking.paid': { kind: 'paid', icon: <IconCircleCheck size={16} /> },
  'booking.cleared': { kind: 'done', icon: <IconFlagCheck size={16} /> },
  'booking.withdrawn': { kind: 'void', icon: <IconTicketOff size={16} /> },
  'collision.recorded': { kind: 'crash', icon: <IconAlertTriangle size={16} /> },
  'user.added': { kind: 'plain', icon: <IconUserPlus size={16} /> },
  'user.registered': { kind: 'plain', icon: <IconUserPlus size={16} /> },
};
const otherLook: Look = { kind: 'plain', icon: <IconUserEdit size={16} /> };

export function activityLook(event: string): Look {
  return looks[event] ?? otherLook;
}

/** True if a role may open the record that an activity is about. */
export function mayOpenRecord(role: Role, { event, record }: Pick<Activity, 'event' | 'record'>) {
  const isSettled = record.type === 'booking' && event !== 'booking.made';
  return may(role, isSettled ? 'see paid bookings' : records[record.type].see);
}
