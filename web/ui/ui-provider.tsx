import './mantine-styles.ts';
import 'react-toastify/ReactToastify.css';
import './fonts.css';
import './tokens.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import { useLayoutEffect, type ReactNode } from 'react';
import { setScrollLockNonce } from './nonce.ts';
import { cssVariables, theme } from './theme.ts';
import { Toasts } from './toast.tsx';

export interface UiProviderProps {
  /** The style nonce of this response, from the page's `csp-nonce` meta. */
  nonce: string;
  children: ReactNode;
}

/** The theme (light or dark, as the device says), all style sheets, and the place for toasts. */
export function UiProvider({ nonce, children }: UiProviderProps) {
  useLayoutEffect(() => setScrollLockNonce(nonce), [nonce]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
      <Toasts />
    </MantineProvider>
  );
}
