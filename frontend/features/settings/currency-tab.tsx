import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type CurrencyCode, currencies, currencyCodes } from '../../../shared/core/currencies.ts';
import { containsAll, literalPieces } from '../../../shared/core/folding.ts';
import { t } from '../../../shared/core/translate.ts';
import { builtInRates } from '../../../shared/currency/rules.ts';
import { api } from '../../core/api.ts';
import { useMinute } from '../../core/clock.ts';
import { personalStore } from '../../core/device-store.ts';
import { explain } from '../../core/failure.ts';
import { amountFor, formatMoney } from '../../core/money.ts';
import { changeProfile } from '../../core/profile.ts';
import { relativeTime } from '../../core/relative-time.ts';
import { routeTable } from '../../core/route-table.ts';
import { useMember } from '../../core/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { Choices } from './choices.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const hour = 60 * 60_000;

const matches = (code: CurrencyCode, search: string): boolean => {
  const { name, symbol } = currencies[code];
  return containsAll(literalPieces(search), code, name, symbol);
};

/** A choice that the person's profile has not got: it stays in this browser until one is saved. */
const unsavedName = 'currency-unsaved';

const unsavedChoice = (userId: string): CurrencyCode | undefined => {
  const choice = personalStore(userId).recall(unsavedName);
  return currencyCodes.find((code) => code === choice);
};

const sample = { amount: 100_000, currency: 'USD' } as const;

const CurrencyTab = () => {
  const { user } = useMember();
  const now = useMinute();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<CurrencyCode>(() => unsavedChoice(user.id) ?? user.currency);
  const rates = useQuery({
    queryKey: ['currency-rates'],
    queryFn: ({ signal }) => api(routeTable.currency.getRates, { signal }),
    staleTime: hour,
    refetchInterval: hour,
  });
  const { errorUpdatedAt } = rates;
  useEffect(() => {
    if (errorUpdatedAt > 0)
      toast({
        kind: 'error',
        title: t('Currency Update Failed'),
        detail: t('Using cached exchange rates. Please check your connection.'),
      });
  }, [errorUpdatedAt]);
  const updatedAt = rates.data?.updatedAt;
  const known = rates.data?.rates ?? builtInRates;

  const choose = async (currency: CurrencyCode): Promise<void> => {
    setChosen(currency);
    personalStore(user.id).remember(unsavedName, currency);
    try {
      await changeProfile({ currency });
      personalStore(user.id).remember(unsavedName, null);
      const { name, symbol } = currencies[currency];
      toast({
        kind: 'success',
        title: t('Currency Updated'),
        detail: t('Currency changed to {name} ({symbol})', { name, symbol }),
      });
    } catch (error) {
      toast({
        kind: 'error',
        title: t('Settings Save Failed'),
        detail: [t('Currency preference saved locally but not synced to server.'), explain(error)]
          .filter(Boolean)
          .join(' '),
      });
    }
  };
  const found = currencyCodes.filter((code) => matches(code, search));
  return (
    <SettingsSection
      title={t('Currency')}
      text={t('You see totals in this currency. Every amount keeps the currency in which it was entered.')}
    >
      <div className={styles.spread}>
        <p className={styles.small}>
          {t(
            'Exchange rates last updated: {when}{cached, select, true { · using cached exchange rates} other {}}',
            {
              when: updatedAt ? relativeTime(Date.parse(updatedAt), now, { daysAtMost: 1 }) : t('Never'),
              cached: rates.error !== null,
            },
          )}
        </p>
        <Button busy={rates.isFetching} busyText={t('Refreshing...')} onClick={() => void rates.refetch()}>
          {t('Refresh')}
        </Button>
      </div>
      <TextField
        label={t('Search currencies')}
        labelHidden
        type="search"
        value={search}
        placeholder={t('Search currencies')}
        onChange={setSearch}
      />
      {found.length > 0 ? (
        <Choices
          legend={t('Currency')}
          look="rows"
          choices={found}
          chosen={chosen}
          onChoose={(code) => void choose(code)}
        >
          {(code) => (
            <>
              <span className={styles.flag} aria-hidden="true">
                {currencies[code].flag}
              </span>
              <span className={styles.grow}>
                {currencies[code].name}{' '}
                <span className={styles.small}>
                  {code} · {currencies[code].symbol}
                </span>
              </span>
              {code === chosen && <Icon of={Check} />}
            </>
          )}
        </Choices>
      ) : (
        <EmptyState
          compact
          picture="search"
          title={t('No currency is called “{typed}”.', { typed: search.trim() })}
          action={<Button onClick={() => setSearch('')}>{t('Show all currencies')}</Button>}
        />
      )}
      {chosen !== 'USD' && (
        <p className={styles.small}>
          {t('For example, {amount} is shown as {converted}.', {
            amount: formatMoney(sample),
            converted: amountFor(sample, chosen, known),
          })}
        </p>
      )}
    </SettingsSection>
  );
};

export default CurrencyTab;
