import type { ReactNode } from 'react';
import { Card } from '../shell/card.tsx';
import { type Column, DataList } from './data-list.tsx';
import { Notice } from '../feedback/notice.tsx';
import { PageHead } from '../shell/page-head.tsx';
import css from './sample-list.module.css';

export interface SampleListProps<Row> {
  title: string;
  actions?: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  renderCard: (row: Row) => ReactNode;
}

/** A list screen that shows what is to come by a few rows made up for it, and says so. */
export function SampleList<Row>({ title, actions, ...list }: SampleListProps<Row>) {
  return (
    <>
      <PageHead title={title} detail={records(list.rows.length)} actions={actions} />
      <div className={css['stack']}>
        <Notice>These rows are samples. They stand for no vehicle and no person.</Notice>
        <Card label={`${title} list`} bareOnPhone>
          <DataList label={title} empty={null} {...list} />
        </Card>
      </div>
    </>
  );
}

const records = (count: number): string => (count === 1 ? '1 record' : `${count} records`);
