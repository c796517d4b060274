import { z } from 'zod';
import { dayFilters, zoneFilter } from '#contract/list-filters.ts';
import { listQuestions, maxQuestionDays } from '#contract/modules/reports/questions.ts';
import { movedBy, periods } from '#contract/periods.ts';
import { organisationOfState, organisationSchema } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { dateOf } from '#web/format/time.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { useAddress } from '#web/lists/use-address.ts';
import { DutyStanding } from '#web/records/duties/duty-standing.tsx';
import { reportDays, useReportDays } from '#web/records/reports/report-days.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FilterBar, useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import { FilterSheet } from '#web/ui/filters/filter-sheet.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { PageHead } from '#web/ui/shell/page-head.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { QuestionItem } from './question-item.tsx';
import css from './questions.module.css';

const valid = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
const tabs = { own: 'My figures', others: 'Questions' } as const;
const address = z
  .object({
    show: z.enum(['own', 'others']).catch('own'),
    period: valid(z.enum(periods)),
    from: valid(dayFilters.from),
    to: valid(dayFilters.to),
    organisation: valid(organisationSchema),
    zone: valid(zoneFilter),
  })
  .transform(({ period, from, to, ...rest }) => {
    // As many days as are compared at most, where none are chosen.
    const today = dateOf(Date.now());
    const most = { period, from: movedBy(today, 1 - maxQuestionDays), to: today };
    const chosen = period ?? from ?? to;
    return { ...rest, ...reportDays(chosen ? { period, from, to } : most, Date.now()) };
  });

/** One's own figures beside the colleagues', and for a reviewer the questions about others. */
export default function QuestionsPage() {
  const user = useCurrentUser();
  const mayGive = useMay('give duties');
  const { address: asked, change, searchWith } = useAddress(address);
  const { show, from, to, organisation, zone } = asked;
  const own = show === 'own';
  const onPhone = useOnPhone();
  const [ofOrganisation, ofZone] = usePlaceFilters({
    filters: { organisation, zone },
    filter: change,
  });
  const days = useReportDays(asked, change, maxQuestionDays);
  const places = [ofOrganisation, own ? undefined : ofZone].flatMap((one) => one ?? []);
  const bar = {
    filters: [days, ...shownFilters(places)],
    onClear: () =>
      change({ period: '', from: '', to: '', organisation: undefined, zone: undefined }),
  };
  const query = { of: show, from, to, organisation, ...(!own && { zone }) };
  const { data, failure, reload } = useLoaded(JSON.stringify(query), (signal) =>
    dataOf(listQuestions, { query, signal }),
  );
  const signals = data?.signals.filter(({ figures }) => figures.length > 0) ?? [];
  const where = user?.state ? organisationOfState(user.state) : organisation;
  return (
    <>
      <PageHead
        title="Questions about records"
        detail={
          own
            ? 'Compare your figures with your colleagues’. Only you and a reviewer can see your figures.'
            : 'A figure here raises a question and proves nothing. Hanya records that you looked.'
        }
      />
      {(!own || data?.reviews) && (
        <LinkTabs
          label="Questions"
          tabs={(['own', 'others'] as const).map((key) => ({ key, label: tabs[key] }))}
          shown={show}
          searchOf={(key) => searchWith({ show: key === 'own' ? '' : key })}
          className={css['tabs']}
        />
      )}
      <div className={classNames('row wrap gap-4', css['bar'])}>
        <FilterBar {...bar} />
        {onPhone && <FilterSheet {...bar} done="Show" />}
      </div>
      <div className="column gap-7">
        {mayGive && where && (
          <Card title="Turn questions on or off">
            <div className={css['body']}>
              <DutyStanding key={where} duty="questions" organisation={where} onChanged={reload} />
            </div>
          </Card>
        )}
        {failure !== null && <Notice kind="soft">{failure}</Notice>}
        {failure === null && !data && <LoadingNote>Comparing</LoadingNote>}
        {data && signals.length === 0 && (
          <Notice kind="soft">
            {own ? 'You have no records on these days.' : 'There are no questions on these days.'}
          </Notice>
        )}
        {signals.map(({ name, title, innocent, figures }) => (
          <Card key={name} title={title}>
            <div className={css['body']}>
              <p className="small quiet">Other possible reasons: {innocent}</p>
              <ul className="ruled">
                {figures.map((figure) => (
                  <li key={`${figure.officer.id} ${figure.zone}`}>
                    <QuestionItem
                      signal={name}
                      figure={figure}
                      own={own}
                      onDecided={reload}
                      asked={{ from, to, organisation, zone: figure.zone }}
                    />
                  </li>
                ))}
              </ul>
            </div>
          </Card>
        ))}
        {data && (
          <Card title="How to read this page" className="small">
            <ul className={`${css['body']} ruled`}>
              {data.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  );
}

QuestionsPage.help =
  'Compare your figures with those of colleagues who have your role in your zone. Open a figure to see its records and answer its question. A reviewer, named by two state admins, sees only unusual figures. A figure alone has no consequences.';
