import './face.css';
import './base.css';
import './first-paint.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { forgetPerson } from '../core/device-store.ts';
import { speakAtFirst } from '../core/language.ts';
import { followSignIn } from '../core/page-identity.ts';
import { queryClient } from '../core/query-client.ts';
import { sessionQuery } from '../core/session.ts';
import { followVisibleArea } from '../core/visible-area.ts';
import { ErrorScreen } from './error-screen.tsx';
import { InLanguage } from './in-language.tsx';
import { Messages } from './messages.tsx';
import { NewPageAtTop } from './new-page-at-top.ts';
import { loadScreenAt, needsSession, Router } from './router.tsx';

followSignIn(forgetPerson);
followVisibleArea();

// Where a schema is checked, zod would try whether it may compile the check, which our content security policy refuses.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = createRoot(document.getElementById('root')!);

const show = (): void =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <InLanguage>
          <BrowserRouter>
            <NewPageAtTop />
            <ErrorScreen>
              <Router />
            </ErrorScreen>
          </BrowserRouter>
          <Messages />
        </InLanguage>
      </QueryClientProvider>
    </StrictMode>,
  );

// Beside the code of the screen, instead of after it.
if (needsSession(location.pathname)) void queryClient.prefetchQuery(sessionQuery);
// Not awaited: an entry that waits shares no code with the screens, which makes each of them heavier.
void Promise.all([loadScreenAt(location.pathname), speakAtFirst()]).then(show);
// A browser translates what it sees, which is nothing yet.
import('./page-translation.ts').then(
  ({ keepUpWithTranslation }) => keepUpWithTranslation(),
  (error: unknown) => console.info('A translated page may break', error),
);
