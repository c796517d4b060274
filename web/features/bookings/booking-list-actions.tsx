import type { BookingSort } from '#contract/booking-filters.ts';
import { viewPermissions } from '#contract/views.ts';
import type { ListSteps } from '#web/lists/address.ts';
import { useListViews } from '#web/lists/views.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { ColumnChooser } from '#web/ui/table/column-chooser.tsx';
import { ExportMenu } from '#web/ui/controls/export-menu.tsx';
import { useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import { usualColumns } from './booking-column-keys.ts';
import { allColumns } from './booking-columns.tsx';
import type { BookingListView } from './booking-list-view.ts';
import { bookingCount } from './booking-words.ts';
import { fetchBookings } from './slice.ts';
import { filtersOf } from './use-booking-list.ts';

export interface BookingListActionsProps {
  view: BookingListView;
  steps: ListSteps<BookingSort>;
  /** Null while it is not known. */
  total: number | null;
}

/** Beside the title: kept views, the columns, and the file of what is shown. */
export function BookingListActions({ view, steps, total }: BookingListActionsProps) {
  const renderViews = useListViews();
  const mayExport = useMay('export lists');
  const keepsViews = useMay('keep views');
  const seesViews = useMay(viewPermissions[view.screen]);
  const onPhone = useOnPhone();
  const { screen } = view;
  return (
    <>
      {keepsViews && seesViews && renderViews({ screen, view: steps.view, show: steps.show })}
      {!onPhone && (
        <ColumnChooser
          columns={allColumns}
          shown={steps.address.columns ?? usualColumns}
          onChange={steps.showColumns}
        />
      )}
      {mayExport && (
        <ExportMenu
          what={total === null ? 'the bookings' : bookingCount(total)}
          fetchFile={(format) => fetchBookings({ ...filtersOf(view, steps), format })}
        />
      )}
    </>
  );
}
