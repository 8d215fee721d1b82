import '@fontsource-variable/figtree/index.css';
import './base.css';
import './first-paint.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetPerson } from '../core/device-store.ts';
import { NavigationProvider } from '../core/navigation.tsx';
import { followSignIn } from '../core/page-identity.ts';
import { queryClient } from '../core/query-client.ts';
import { Toasts } from '../ui/toasts.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { keepUpWithTranslation } from './page-translation.ts';
import { Router } from './router.tsx';

keepUpWithTranslation();
followSignIn(forgetPerson);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <NavigationProvider>
        <ErrorScreen>
          <Router />
        </ErrorScreen>
      </NavigationProvider>
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
