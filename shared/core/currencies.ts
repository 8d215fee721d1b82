import { t } from './translate.ts';

/** The 25 currencies (S1 §3). Pure data: screens read it without loading a schema. */
export const currencies = {
  USD: {
    get name() {
      return t('US Dollar');
    },
    symbol: '$',
    flag: '🇺🇸',
    decimals: 2,
    locale: 'en-US',
  },
  EUR: {
    get name() {
      return t('Euro');
    },
    symbol: '€',
    flag: '🇪🇺',
    decimals: 2,
    locale: 'de-DE',
  },
  GBP: {
    get name() {
      return t('British Pound');
    },
    symbol: '£',
    flag: '🇬🇧',
    decimals: 2,
    locale: 'en-GB',
  },
  JPY: {
    get name() {
      return t('Japanese Yen');
    },
    symbol: '¥',
    flag: '🇯🇵',
    decimals: 0,
    locale: 'ja-JP',
  },
  CAD: {
    get name() {
      return t('Canadian Dollar');
    },
    symbol: 'C$',
    flag: '🇨🇦',
    decimals: 2,
    locale: 'en-US',
  },
  AUD: {
    get name() {
      return t('Australian Dollar');
    },
    symbol: 'A$',
    flag: '🇦🇺',
    decimals: 2,
    locale: 'en-US',
  },
  CHF: {
    get name() {
      return t('Swiss Franc');
    },
    symbol: 'CHF',
    flag: '🇨🇭',
    decimals: 2,
    locale: 'en-US',
  },
  CNY: {
    get name() {
      return t('Chinese Yuan');
    },
    symbol: '¥',
    flag: '🇨🇳',
    decimals: 2,
    locale: 'zh-CN',
  },
  RUB: {
    get name() {
      return t('Russian Ruble');
    },
    symbol: '₽',
    flag: '🇷🇺',
    decimals: 2,
    locale: 'ru-RU',
  },
  INR: {
    get name() {
      return t('Indian Rupee');
    },
    symbol: '₹',
    flag: '🇮🇳',
    decimals: 2,
    locale: 'en-IN',
  },
  BRL: {
    get name() {
      return t('Brazilian Real');
    },
    symbol: 'R$',
    flag: '🇧🇷',
    decimals: 2,
    locale: 'pt-BR',
  },
  MXN: {
    get name() {
      return t('Mexican Peso');
    },
    symbol: 'MX$',
    flag: '🇲🇽',
    decimals: 2,
    locale: 'en-US',
  },
  KRW: {
    get name() {
      return t('South Korean Won');
    },
    symbol: '₩',
    flag: '🇰🇷',
    decimals: 0,
    locale: 'ko-KR',
  },
  SGD: {
    get name() {
      return t('Singapore Dollar');
    },
    symbol: 'S$',
    flag: '🇸🇬',
    decimals: 2,
    locale: 'en-US',
  },
  HKD: {
    get name() {
      return t('Hong Kong Dollar');
    },
    symbol: 'HK$',
    flag: '🇭🇰',
    decimals: 2,
    locale: 'en-US',
  },
  NOK: {
    get name() {
      return t('Norwegian Krone');
    },
    symbol: 'kr',
    flag: '🇳🇴',
    decimals: 2,
    locale: 'en-US',
  },
  SEK: {
    get name() {
      return t('Swedish Krona');
    },
    symbol: 'kr',
    flag: '🇸🇪',
    decimals: 2,
    locale: 'en-US',
  },
  DKK: {
    get name() {
      return t('Danish Krone');
    },
    symbol: 'kr',
    flag: '🇩🇰',
    decimals: 2,
    locale: 'en-US',
  },
  PLN: {
    get name() {
      return t('Polish Złoty');
    },
    symbol: 'zł',
    flag: '🇵🇱',
    decimals: 2,
    locale: 'en-US',
  },
  TRY: {
    get name() {
      return t('Turkish Lira');
    },
    symbol: '₺',
    flag: '🇹🇷',
    decimals: 2,
    locale: 'en-US',
  },
  ZAR: {
    get name() {
      return t('South African Rand');
    },
    symbol: 'R',
    flag: '🇿🇦',
    decimals: 2,
    locale: 'en-US',
  },
  NZD: {
    get name() {
      return t('New Zealand Dollar');
    },
    symbol: 'NZ$',
    flag: '🇳🇿',
    decimals: 2,
    locale: 'en-US',
  },
  ILS: {
    get name() {
      return t('Israeli Shekel');
    },
    symbol: '₪',
    flag: '🇮🇱',
    decimals: 2,
    locale: 'en-US',
  },
  AED: {
    get name() {
      return t('UAE Dirham');
    },
    symbol: 'AED',
    flag: '🇦🇪',
    decimals: 2,
    locale: 'en-US',
  },
  SAR: {
    get name() {
      return t('Saudi Riyal');
    },
    symbol: 'SAR',
    flag: '🇸🇦',
    decimals: 2,
    locale: 'en-US',
  },
} as const;

export type CurrencyCode = keyof typeof currencies;
export const currencyCodes = Object.keys(currencies) as [CurrencyCode, ...CurrencyCode[]];

/** What most people start with (S1 §9). */
export const defaultCurrency: CurrencyCode = 'USD';

/** The largest amount: 999,999,999,999.99 (PRODUCT §4), in minor units of a currency with two decimals. */
export const largestAmount = 99_999_999_999_999;
