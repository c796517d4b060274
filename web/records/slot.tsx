import type { ComponentType } from 'react';
import type { Booking } from '#contract/bookings.ts';
import type { Collision } from '#contract/collisions.ts';
import type { PaymentException } from '#contract/exceptions.ts';
import { hasModules } from '#contract/modules.ts';
import type { Offence } from '#contract/offences.ts';
import type { Permission } from '#contract/roles.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { lazyPart, type Wanted } from '#web/ui/overlay/lazy-part.ts';
import type { ChosenTicket } from './waiting-rows.tsx';

/** A booking that was practised: what would have been sent, at this price in naira. */
export interface Practised {
  body: object;
  price: number | null;
  offences: readonly Offence[];
}

/** Where a screen has room for what modules of others know, and what they learn there. */
export interface SlotProps {
  /** What the person did today, on Base. */
  'own day': object;
  'head of a booking': { booking: Booking };
  'head of a collision': { collision: Collision };
  /** Of the penalties of a booking, counted from 1 over all its fines. */
  'below a penalty': { booking: Booking; place: number };
  'below the fines': { booking: Booking };
  'rare acts of a booking': { booking: Booking };
  'end of a booking': { booking: Booking };
  /** Whatever a driver gets of one: on the screen, or on paper. */
  'ticket of a booking': { id: string };
  /** Of a booking that waits on this device. */
  'stored ticket': ChosenTicket & { onClose: () => void };
  'practised ticket': Practised & { onClose: () => void };
  'chosen bookings': { ids: readonly string[] };
  'devices of an account': { userId: string; own: boolean };
  'money of an exception': {
    exception: PaymentException;
    title: string;
    onChanged: () => void;
  };
  /** Of one line of a paid booking, for which so many naira came in. */
  'money of an offence': {
    booking: string;
    line: number;
    received: number;
    plate: string;
    onChanged: () => void;
  };
}

type SlotName = keyof SlotProps;

/** What a module shows in a slot. */
export interface Filling<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  /** Without it, everybody sees it who sees the screen. */
  readonly needs?: Permission;
  readonly wanted?: Wanted;
}

export type Fillings = { readonly [Name in SlotName]?: Filling<SlotProps[Name]> };

interface Asked {
  wanted?: Wanted | undefined;
}

const filled = new Map<SlotName, ComponentType<Asked>[]>();

/** Puts what the modules show into its slots, in their order and before the first screen. */
export function fillSlots(ofModules: readonly Fillings[]): void {
  filled.clear();
  for (const fillings of ofModules)
    for (const [name, filling] of Object.entries(fillings) as [SlotName, Filling<object>][])
      filled.set(name, [...(filled.get(name) ?? []), shownFrom(filling)]);
}

function shownFrom({ load, needs, wanted: usually = true }: Filling<object>) {
  const part = lazyPart(load);
  return function Shown({ wanted = usually, ...props }: Asked) {
    const mayNeeded = useMay(needs ?? 'public');
    const may = needs === undefined || mayNeeded;
    const There = part.use(may && wanted);
    return may && There ? <There {...props} /> : null;
  };
}

/** True where a module shows something in this place. */
export const isFilled = (name: SlotName): boolean => hasModules() && filled.has(name);

/** What the modules show in this place. */
export const Slot = <Name extends SlotName>({
  name,
  ...props
}: { name: Name } & Asked & SlotProps[Name]) =>
  (hasModules() ? (filled.get(name) ?? []) : []).map((Shown, place) => (
    <Shown key={place} {...props} />
  ));
