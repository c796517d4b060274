import { exceptionRegister } from '#contract/exceptions.ts';
import { nounsOf } from '#contract/records.ts';
import type { FilterSteps, OfferedFilter } from '#web/lists/place-and-day-filters.tsx';
import { RegisterPage, type RegisterScreen } from '#web/records/register/register-page.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import type { ExceptionDetailProps } from './detail/exception-detail.tsx';
import { exceptionCard, exceptionColumns } from './exception-columns.tsx';
import { exceptionTitle } from './exception-words.ts';

type Steps = FilterSteps<typeof exceptionRegister.narrowing>;

const exceptionsWith = (roomy: boolean): RegisterScreen<typeof exceptionRegister> => ({
  of: exceptionRegister,
  title: 'Payment Exceptions',
  nouns: nounsOf('exception'),
  ticketOf: ({ booking }) => booking && { id: booking._id, plate: booking.registration },
  columns: exceptionColumns(roomy),
  card: exceptionCard,
  nameOf: exceptionTitle,
  // A link of Reconciliation sets officer and offence; here they can only be taken away.
  useMoreFilters: ({ filters: { bookedBy, offence }, filter }: Steps) => [
    set('Officer', bookedBy && 'One officer', () => filter({ bookedBy: undefined })),
    set('Offence', offence, () => filter({ offence: undefined })),
  ],
  // They have no live news, and others settle them meanwhile.
  every: 30_000,
  empty: {
    icon: <IconCircleCheck size={30} stroke={1.5} />,
    words: {
      open: 'Every bill and every payment is as it should be.',
      proposed: 'No settlement waits for a second person.',
      settled: 'No exception has been settled yet.',
    },
  },
});

const set = (label: string, value: string | undefined, onRemove: () => void): OfferedFilter => ({
  key: label,
  label,
  value: value ?? null,
  offered: false,
  onRemove,
  render: () => <p>{value}</p>,
});

const [screen, roomyScreen] = [exceptionsWith(false), exceptionsWith(true)];

const detail = lazyPart(() => import('./detail/exception-detail.tsx'));

function OpenException(props: ExceptionDetailProps) {
  const Detail = detail.use(props.id !== '')?.ExceptionDetail;
  return Detail && <Detail {...props} />;
}

/** Bills and payments that need a person: one settles each, another confirms. */
export default function ExceptionsPage() {
  return (
    <RegisterPage screen={useScreen('roomy') ? roomyScreen : screen}>
      {({ address: { open }, close }, { reload }) => (
        <OpenException id={open} onClose={close} onChanged={reload} />
      )}
    </RegisterPage>
  );
}

ExceptionsPage.help =
  'Here is money that the gateway shows and that can’t count by itself. Read what was found, and propose how it is settled. Another state admin confirms, and only then it counts. Until then the driver should not pay again.';
