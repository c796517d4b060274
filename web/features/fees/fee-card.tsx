import type { PricedOffence } from '#contract/fees.ts';
import { naira } from '#web/format/money.ts';
import { ListCard } from '#web/ui/table/list-card.tsx';

/** An offence with its fee in the list on a phone. */
export function FeeCard({ row, onOpen }: { row: PricedOffence; onOpen: () => void }) {
  const { offence, next } = row;
  return (
    <ListCard
      name={offence.name}
      detail={next ? `${naira(next.amount)} from ${next.from}` : undefined}
      mark={<b>{naira(offence.amount)}</b>}
      reference={offence.id}
      onOpen={onOpen}
      openLabel="Set fee"
      openName={`of ${offence.id}`}
    />
  );
}
