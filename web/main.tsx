import './zod-jitless.ts';
import './trusted-types.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { styleNonce } from '#web/device/settings.ts';
import { themeManager } from '#web/device/theme.ts';
import { UiProvider } from '#web/ui/theme/ui-provider.tsx';
import { watchServer } from './api/server-check.ts';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { createRouter } from './app/routes.tsx';
import { beginAtSignIn } from './app/session-guard.tsx';
import { createStore } from './app/store.ts';
import { keepSession } from './features/auth/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element for the application.');

const store = createStore();
keepSession(store.dispatch);
watchServer();
if (!store.getState().currentUser.isAuthenticated) beginAtSignIn();

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Provider store={store}>
        <UiProvider nonce={styleNonce()} theme={themeManager}>
          <RouterProvider router={createRouter()} />
        </UiProvider>
      </Provider>
    </ErrorBoundary>
  </StrictMode>,
);
