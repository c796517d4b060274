import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListScreen } from '#web/ui/table/list-screen.tsx';
import { NoMatch } from '#web/ui/table/no-match.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plainGrammar, useListAddress } from './list-address.ts';
import { useListScroll } from './scroll.ts';
import { localRows, type TextRow } from './local-rows.ts';
import { count } from '#web/format/money.ts';
import { useSearchBox } from './use-search-box.ts';

export interface SampleListProps<Row> {
  title: string;
  actions?: ReactNode;
  /** What the search box says it searches. */
  searched: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  renderCard: (row: Row) => ReactNode;
}

/** The list screen over a few rows that were made up to show what is to come; it says so. */
export function SampleList<Row extends TextRow>(props: SampleListProps<Row>) {
  const steps = useListAddress(plainGrammar());
  const box = useSearchBox(steps);
  useListScroll(true);
  const { search, limit } = steps.address;
  const { rows, total, pages, page } = localRows(props.rows, steps.address);
  const isBeyond = steps.address.page > page;
  const land = useEffectEvent(() => steps.landOn(page));
  useEffect(() => {
    if (isBeyond) land();
  }, [isBeyond]);

  return (
    <ListScreen
      title={props.title}
      actions={props.actions}
      notice={<Notice>These rows are samples. They stand for no vehicle and no person.</Notice>}
      search={{ text: box.text, onType: box.type, placeholder: `Search ${props.searched}` }}
      count={`${count(total)} ${total === 1 ? 'record' : 'records'}`}
      columns={props.columns}
      rows={rows}
      rowKey={props.rowKey}
      renderCard={props.renderCard}
      loaded
      loading={false}
      failure={null}
      onReload={() => undefined}
      empty={<NoMatch heading="No items found" search={search} filters={0} onClear={box.clear} />}
      density="compact"
      question={JSON.stringify([search, page, limit])}
      pager={{ page, pages, onPage: steps.turnTo, limit, onLimit: steps.resize }}
    />
  );
}
