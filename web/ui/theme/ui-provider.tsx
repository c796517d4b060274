import './sheets.ts';
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { Toasts } from '../feedback/toast.tsx';
import { Metered } from '../overlay/lazy-part.ts';
import { type Say, Spoken, useSay as useEnglish } from '../say.ts';
import { theme } from './theme.ts';

export interface UiProviderProps {
  /** The style nonce of this response, from the page's `csp-nonce` meta. */
  nonce: string;
  /** Knows which theme is shown: light, dark, or as the device says. */
  theme: MantineColorSchemeManager;
  /** True if the person may pay for each byte, as far as the browser tells. */
  isMetered: () => boolean;
  /** Speaks the reader's language, also once that has become another one; without it, English. */
  useSay?: () => Say;
  children: ReactNode;
}

/** The theme, all style sheets, and the place for toasts. */
export function UiProvider(props: UiProviderProps) {
  const { nonce, theme: shown, isMetered, useSay = useEnglish, children } = props;
  useLayoutEffect(() => setScrollLockNonce(nonce), [nonce]);
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      colorSchemeManager={shown}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Metered value={isMetered}>
        <Spoken value={useSay()}>
          {children}
          <Toasts />
        </Spoken>
      </Metered>
    </MantineProvider>
  );
}

declare global {
  var __webpack_nonce__: string | undefined;
}

/** Gives the style nonce of this response to react-remove-scroll, which reads this name only. */
function setScrollLockNonce(nonce: string): void {
  globalThis.__webpack_nonce__ = nonce;
}
