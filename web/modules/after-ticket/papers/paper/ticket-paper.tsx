import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { givenContacts } from '#contract/contacts.ts';
import { shownPlate } from '#contract/identities.ts';
import { englishCode, said } from '#contract/language.ts';
import { noMoney, type PaperSize } from '#contract/modules/after-ticket/papers.ts';
import { dueDayOf, lawOf, offerWords } from '#contract/modules/after-ticket/ticket-rules.ts';
import { barePlate } from '#contract/signed-tickets.ts';
import { translationNote } from '#contract/speaking.ts';
import { ticketAddress } from '#web/device/keys/device-key.ts';
import { settings, styleNonce } from '#web/device/settings.ts';
import { naira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import { dateOf, momentOf } from '#web/format/time.ts';
import { useSayIn } from '#web/records/languages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconPrinter } from '#web/ui/icons.ts';
import { useKeptContacts } from '../kept-contacts.ts';
import { PaperSizeChoice, usePaperSize } from '../paper-size.tsx';
import type { DeviceTicket } from './device-ticket.ts';
import { QrCode } from './qr-code.tsx';
import css from './ticket-paper.module.css';

interface TicketPaperProps {
  ticket: DeviceTicket;
  /** The user whose key on this device signs the code. */
  userId: string;
}

/** The ticket of a booking that has not been sent yet: shown, and printed without the server. */
export function TicketPaper({ ticket, userId }: TicketPaperProps) {
  const address = useSignedAddress(ticket, userId);
  const size = usePaperSize();
  const [paper, setPaper] = useState<HTMLElement | null>(null);
  const height = useHeight(paper);

  if (address === null) return null;
  const drawn = <Paper ticket={ticket} address={address} />;
  return (
    <div className="column gap-6">
      <div className="row wrap gap-6">
        <PaperSizeChoice />
        <Button icon={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          Print ticket
        </Button>
      </div>
      {!ticket.practice && !address.includes('#') && (
        <p className="small quiet">
          The authority has not certified this device yet, so the code is not signed. Nobody can
          check this ticket without a network. The code still opens the payment page.
        </p>
      )}
      <article
        ref={setPaper}
        className={css['paper']}
        data-size={size}
        data-practice={ticket.practice}
        aria-label="Ticket"
      >
        {drawn}
      </article>
      <Printed size={size} height={height} paper={drawn} practice={ticket.practice} />
    </div>
  );
}

export const practiceWords = said('Practice. This is not a ticket, and there is nothing to pay.');

/** The content of the QR code; null until it is signed. That of practice leads nowhere. */
export function useSignedAddress(ticket: DeviceTicket, userId: string): string | null {
  const { practice, ticketCode: code, organisation, plate, price, madeAt } = ticket;
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (practice) return undefined;
    let left = false;
    const claim = { code, organisation, plate: barePlate(plate), price, madeAt: new Date(madeAt) };
    void ticketAddress(userId, claim).then((made) => {
      if (!left) setAddress(made);
    });
    return () => {
      left = true;
    };
  }, [userId, practice, code, organisation, plate, price, madeAt]);
  return practice ? practiceWords : address;
}

/** The height of the drawing in CSS pixels: a roll is as long as its content. */
function useHeight(drawn: HTMLElement | null): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (drawn === null) return undefined;
    const observer = new ResizeObserver(() => setHeight(drawn.offsetHeight));
    observer.observe(drawn);
    return () => observer.disconnect();
  }, [drawn]);
  return height;
}

interface PrintedProps {
  size: PaperSize;
  /** Of the paper as it is shown, in CSS pixels. */
  height: number;
  paper: ReactNode;
  practice: true | undefined;
}

/**
 * Shows the paper alone, in place of the whole page, while the dialog is open. A phone lays it out
 * after `window.print()` has returned, and anew for each other size.
 */
function Printed({ size, height, paper, practice }: PrintedProps) {
  const page = size === 'a4' ? 'A4' : `${size} ${Math.ceil((height / 96) * 25.4) + 6}mm`;
  return createPortal(
    <div className="printed-alone">
      <style nonce={styleNonce()}>{`@page { size: ${page}; margin: 0; }`}</style>
      <article className={css['paper']} data-size={size} data-practice={practice}>
        {paper}
      </article>
    </div>,
    document.body,
  );
}

function Paper({ ticket, address }: { ticket: DeviceTicket; address: string }) {
  const { plate, offences, price, confiscations } = ticket;
  const say = useSayIn(ticket.language, ticket.organisation);
  const kept = useKeptContacts(ticket.organisation);
  const { offer } = kept;
  const offered =
    offer && price > 0 && !ticket.practice
      ? offerWords(say, offer, dueDayOf(offer, dateOf(ticket.madeAt)))
      : null;
  const law = (id: string) => (offer ? lawOf(offer, id) : '');
  const [publicPage = ''] = address.split('#');
  const facts = [
    [say('Issued'), `${momentOf(ticket.madeAt)} WAT`],
    [say('Place'), [ticket.location, ticket.zone].filter(Boolean).join(', ')],
    [say('Officer'), ticket.officer],
    [say('License'), ticket.license],
    [say('Vehicle'), ticket.vehicle],
    [say('Held'), confiscations.map((item) => say(item)).join('; ')],
  ].filter(([, value]) => value !== '');
  return (
    <>
      <header className="row gap-4">
        {kept.logo && <img className={css['logo']} src={kept.logo.picture} alt="" />}
        <div>
          <b>{kept.name || settings().authorityName}</b>
          <p>{ticket.practice ? say(practiceWords) : say('Traffic offence ticket')}</p>
        </div>
      </header>
      <p className={css['reference']}>
        {(bookingReference(ticket.id).match(/.{1,4}/g) ?? []).map((four, place) => (
          <i key={place}>{four}</i>
        ))}
      </p>
      {plate !== '' && <p className={css['plate']}>{shownPlate(plate)}</p>}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className={css['fines']}>
        {offences.map(({ id, name, penalty, amount }, line) => (
          <li key={line}>
            <span>
              <b>{id}</b> {say(name)}
              {say(name) !== name && <span className="block">{name}</span>}
              {law(id) !== '' && <span className="block">{law(id)}</span>}
              {penalty !== '' && (
                <span className="block">
                  {penalty
                    .split('; ')
                    .map((part) => say(part))
                    .join('; ')}
                </span>
              )}
            </span>
            <b>{naira(amount)}</b>
          </li>
        ))}
      </ul>
      <p className={css['total']}>
        <span>{say('Total')}</span>
        <b>{naira(price)}</b>
      </p>
      <div className={css['code']}>
        <QrCode text={address} />
        <p>
          {ticket.practice
            ? say(practiceWords)
            : say(
                'Scan this code to pay. The payment page works once the authority has received this ticket, usually within hours. The page does not show personal data.',
              )}
        </p>
      </div>
      {offered && (
        <p>
          <b>{offered.lead}</b> {offered.rest}
        </p>
      )}
      <p className={css['warning']}>
        <b>{say(noMoney)}</b> {!ticket.practice && say('Pay only on the page that the code opens.')}
      </p>
      {givenContacts(kept).map(({ key, label, value }) => (
        <p key={key}>
          {say(label)}: {value}
        </p>
      ))}
      {say.language !== englishCode && <p>{translationNote(say)}</p>}
      <p className={css['address']}>{publicPage.replace(/^https?:\/\//, '')}</p>
    </>
  );
}
