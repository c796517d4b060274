import type { ThreeWays } from '#contract/modules/money/differences.ts';
import { exactNaira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { type Column, DataList } from '#web/ui/table/data-list.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { signed } from './difference-sums.tsx';
import css from './differences.module.css';

/** Each day of each gateway: Hanya, the gateway and the bank side by side. */
export function ThreeWaysCard({ ways }: { ways: readonly ThreeWays[] }) {
  return (
    <Card title="Daily comparison" bareOnPhone>
      <DataList
        label="Hanya, gateway and bank"
        columns={columns}
        rows={ways}
        rowKey={({ day, gateway }) => `${day} ${gateway}`}
        renderCard={(way) => <WayCard way={way} />}
        empty={null}
      />
    </Card>
  );
}

const columns: readonly Column<ThreeWays>[] = [
  {
    key: 'day',
    header: 'Day',
    cell: (way) => <TwoLine second={way.gateway}>{way.day}</TwoLine>,
  },
  { key: 'ours', header: 'Hanya', width: 130, align: 'end', cell: ({ ours }) => exactNaira(ours) },
  {
    key: 'gateway',
    header: 'Gateway',
    width: 160,
    align: 'end',
    cell: ({ gatewaySays, gatewayDiffers }) => <Says said={gatewaySays} differs={gatewayDiffers} />,
  },
  {
    key: 'bank',
    header: 'Bank',
    width: 160,
    align: 'end',
    cell: ({ bankSays, bankDiffers }) => <Says said={bankSays} differs={bankDiffers} />,
  },
  {
    key: 'since',
    header: 'Different since',
    width: 150,
    cell: ({ since }) => (since === null ? '' : momentOf(since)),
  },
];

/** The sum of a statement, and by how much it is more than the one before it. */
function Says({ said, differs }: { said: number | null; differs: number | null }) {
  if (said === null) return <span className="quiet">No statement</span>;
  return (
    <span className={css['side']}>
      {exactNaira(said)}
      <span className={css['detail']}>
        {differs === null || differs === 0 ? 'the same' : <b>{signed(differs)}</b>}
      </span>
    </span>
  );
}

function WayCard({ way }: { way: ThreeWays }) {
  const { day, gateway, ours, gatewaySays, gatewayDiffers, bankSays, bankDiffers, since } = way;
  return (
    <div className={css['card']}>
      <h2 className="heading">
        {day}, {gateway}
      </h2>
      <dl className={css['sides']}>
        <div>
          <dt>Hanya</dt>
          <dd>{exactNaira(ours)}</dd>
        </div>
        <div>
          <dt>Gateway</dt>
          <dd>
            <Says said={gatewaySays} differs={gatewayDiffers} />
          </dd>
        </div>
        <div>
          <dt>Bank</dt>
          <dd>
            <Says said={bankSays} differs={bankDiffers} />
          </dd>
        </div>
      </dl>
      {since !== null && <p className={css['story']}>Different since {momentOf(since)}.</p>}
    </div>
  );
}
