import { useEffect, useState } from 'react';
import { chatNumber } from '#contract/contacts.ts';
import { shownPlate } from '#contract/identities.ts';
import { englishCode, said, type Say } from '#contract/language.ts';
import { noMoney } from '#contract/modules/after-ticket/papers.ts';
import type { Organisation } from '#contract/places.ts';
import { useSay } from '#web/device/language.ts';
import { naira } from '#web/format/money.ts';
import { useLanguages, useSayIn } from '#web/records/languages.ts';
import { Plate } from '#web/records/plate.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CopyButton } from '#web/ui/controls/copy-button.tsx';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { IconBrandWhatsapp, IconCopy, IconMessage, IconShare } from '#web/ui/icons.ts';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { publicPageOf, QrCode } from './qr-code.tsx';
import css from './show-ticket.module.css';

export interface ShownTicket {
  /** '' where it was booked by licence. */
  plate: string;
  /** Naira. */
  price: number;
  /** Null while there is none. */
  billRef: string | null;
  /** What is due, in a sentence of this language. */
  state: (say: Say) => string;
  organisation: Organisation;
  /** That the driver reads; '' for English. */
  language: string;
  /** True if it can be paid now, or once it has arrived. */
  toPay: boolean;
  /** Made up to practise: it is sent to nobody. */
  practice?: boolean;
  /** The driver's; '' where none is known. */
  phone: string;
  /** The address of the public page, and what the ticket says, signed. */
  signedAddress: string;
}

/** The ticket on the screen, turned to the driver, who scans it or is sent it. */
export function ShowTicket({ ticket }: { ticket: ShownTicket }) {
  const { plate, price, billRef, state, toPay, signedAddress, organisation } = ticket;
  const languages = useLanguages(organisation);
  const [language, setLanguage] = useState(ticket.language || englishCode);
  const say = useSayIn(language, organisation);
  const tellOfficer = useSay();
  useScreenAwake();
  return (
    <div className={css['ticket']} lang={say.language}>
      {languages.length > 1 && (
        <div className="row wrap gap-4 center" role="group" aria-label={say('Language')}>
          {languages.map(({ code, name }) => (
            <Button
              key={code}
              size="sm"
              variant={code === language ? 'primary' : 'default'}
              aria-pressed={code === language}
              onClick={() => setLanguage(code)}
            >
              <span lang={code}>{name}</span>
            </Button>
          ))}
        </div>
      )}
      <div className={css['code']}>
        <QrCode text={signedAddress} />
      </div>
      <div className={css['said']}>
        {plate !== '' && <Plate value={plate} size="lg" />}
        <p className={css['amount']}>{naira(price)}</p>
        <p>{state(say)}</p>
        {billRef !== null && (
          <p className="row wrap gap-4 center strong">
            {say('Bill reference')} <Reference value={billRef} copy />
          </p>
        )}
        <p className={css['warning']}>{say(noMoney)}</p>
        <p className="small quiet" lang={tellOfficer.language}>
          {[officerWords.scan, ...(toPay ? [officerWords.pays] : [])]
            .map((sentence) => tellOfficer(sentence))
            .join(' ')}
        </p>
        {!ticket.practice && <Share ticket={ticket} say={say} />}
      </div>
    </div>
  );
}

const officerWords = said({
  scan: 'Ask the driver to scan the code, or send them the ticket.',
  pays: 'The code opens the payment page.',
});

/** By the device's own sheet; where it has none, by WhatsApp or SMS to the driver. */
function Share({ ticket, say }: { ticket: ShownTicket; say: Say }) {
  const text = sharedText(ticket, say);
  const to = ticket.phone === '' ? '' : chatNumber(ticket.phone);
  const page = publicPageOf(ticket.signedAddress);
  const tellOfficer = useSay();
  const copy = (
    <CopyButton
      label={tellOfficer('Copy address')}
      icon={<IconCopy size={16} aria-hidden />}
      textOf={() => page}
    />
  );
  // Not there outside HTTPS, and on most desks, whatever the types say.
  const { share } = navigator as Partial<Navigator>;
  if (share)
    return (
      <div className="row wrap gap-4 center">
        <Button
          variant="primary"
          icon={<IconShare size={18} aria-hidden />}
          onClick={() => {
            share.call(navigator, { text }).catch((error: unknown) => {
              if (!(error instanceof DOMException && error.name === 'AbortError'))
                toastFailed(
                  tellOfficer('This device could not share the ticket. Copy the address instead.'),
                );
            });
          }}
        >
          {tellOfficer('Share')}
        </Button>
        {copy}
      </div>
    );
  const said = encodeURIComponent(text);
  return (
    <div className="row wrap gap-4 center">
      <a
        className={buttonClass({})}
        href={`https://wa.me/${to}?text=${said}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <IconBrandWhatsapp size={18} aria-hidden />
        WhatsApp
      </a>
      <a className={buttonClass({})} href={`sms:${to && `+${to}`}?body=${said}`}>
        <IconMessage size={18} aria-hidden />
        SMS
      </a>
      {copy}
    </div>
  );
}

/** What the driver is sent. */
function sharedText(ticket: ShownTicket, say: Say): string {
  const { plate, price, billRef, state, signedAddress } = ticket;
  const amount = naira(price);
  return [
    plate === ''
      ? say('Traffic ticket, {amount}.', { amount })
      : say('Traffic ticket for {plate}, {amount}.', { plate: shownPlate(plate), amount }),
    state(say),
    billRef === null ? '' : say('Bill reference {number}.', { number: billRef }),
    say(noMoney),
    publicPageOf(signedAddress),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Keeps the screen lit while the driver scans it, where the browser can. */
function useScreenAwake(): void {
  useEffect(() => {
    const { wakeLock } = navigator as Partial<Navigator>;
    const lit = wakeLock?.request('screen').catch(() => undefined);
    return () => void lit?.then((lock) => lock?.release()).catch(() => undefined);
  }, []);
}
