import { useEffect, useState } from 'react';
import { englishCode, said } from '#contract/language.ts';
import { useSay } from '#web/device/language.ts';
import { settings } from '#web/device/settings.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './auth.module.css';
import { peopleWereHere } from './people-were-here.ts';

const load = () => import('./sign-in-language.ts');
/** A device that nobody has used fetches nothing for it. */
async function speakLastChosen(): Promise<void> {
  if (!(await peopleWereHere())) return;
  const { languageOfDevice } = await import('#web/device/language-of-device.ts');
  const language = await languageOfDevice();
  if (language === '' || language === englishCode) return;
  const { speakUnlessChosen } = await load();
  await speakUnlessChosen(language);
}

const notLoaded = said('Hanya could not load this language. Try again.');

/** The languages of sign-in, each by its own name; the one that this device chose last is spoken. */
export function SignInLanguages() {
  const languages = settings().languages ?? [];
  const hasChoice = languages.length > 1;
  const say = useSay();
  const [failed, setFailed] = useState('');

  useEffect(() => {
    // It stays English where there is no network.
    if (hasChoice) speakLastChosen().catch(() => undefined);
  }, [hasChoice]);

  async function choose(language: string): Promise<void> {
    setFailed('');
    try {
      const { chooseForSignIn } = await load();
      await chooseForSignIn(language);
    } catch {
      setFailed(notLoaded);
    }
  }

  if (!hasChoice) return null;
  return (
    <>
      <ul className={classNames('row wrap gap-4', css['languages'])} aria-label={say('Language')}>
        {languages.map(({ code, name }) => (
          <li key={code} lang={code}>
            {code === say.language ? (
              <b aria-current="true">{name}</b>
            ) : (
              <Button variant="link" onClick={() => void choose(code)}>
                {name}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <RefusalNotice>{failed}</RefusalNotice>
    </>
  );
}
