import { useEffect, useEffectEvent } from 'react';
import type { Loaded } from '#web/api/use-loaded.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconListSearch } from '#web/ui/icons.ts';
import { AddressedList, type AddressedListProps } from './addressed-list.tsx';
import { type ListSteps, plainGrammar, useListAddress } from './list-address.ts';
import { localRows, textMatches, type TextRow, wholeList } from './local-rows.ts';

interface LocalListProps<Row> extends Omit<AddressedListProps<Row>, 'steps' | 'list' | 'empty'> {
  steps: Pick<ListSteps, keyof AddressedListProps<Row>['steps'] | 'landOn'>;
  /** All the rows, or why they are not here. */
  answer: Pick<Loaded<readonly Row[]>, 'data' | 'failure' | 'reload'>;
  matches: (row: Row, search: string) => boolean;
}

/** A list whose rows come all at once: the browser searches them and turns their pages. */
export function LocalList<Row>({ steps, answer, matches, ...list }: LocalListProps<Row>) {
  const { search, page: asked, limit } = steps.address;
  const all = wholeList(answer, JSON.stringify([search, asked, limit]));
  const { page, ...shown } = localRows(all.rows, steps.address, matches);
  const isBeyond = all.loaded && asked > page;
  const land = useEffectEvent(() => steps.landOn(page));
  useEffect(() => {
    if (isBeyond) land();
  }, [isBeyond]);
  return (
    <AddressedList
      {...list}
      steps={steps}
      list={{ ...all, ...shown }}
      empty={{ heading: 'No items found', icon: <IconListSearch size={30} stroke={1.5} /> }}
    />
  );
}

const noReload = () => undefined;

interface SampleListProps<Row> extends Pick<
  AddressedListProps<Row>,
  'title' | 'actions' | 'searched' | 'columns' | 'rowKey' | 'renderCard'
> {
  rows: readonly Row[];
}

/** A few rows that were made up to show what is to come; the list says so. */
export function SampleList<Row extends TextRow>({ rows, ...list }: SampleListProps<Row>) {
  return (
    <LocalList
      {...list}
      steps={useListAddress(plainGrammar({}))}
      answer={{ data: rows, failure: null, reload: noReload }}
      matches={textMatches}
      nouns={['record', 'records']}
      density="compact"
      notice={<Notice>These rows are samples. They are not real vehicles or people.</Notice>}
    />
  );
}
