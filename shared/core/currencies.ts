/** The 25 currencies (S1 §3). Pure data: screens read it without loading a schema. */
export const currencies = {
  USD: { name: 'US Dollar', symbol: '$', flag: '🇺🇸', decimals: 2, locale: 'en-US' },
  EUR: { name: 'Euro', symbol: '€', flag: '🇪🇺', decimals: 2, locale: 'de-DE' },
  GBP: { name: 'British Pound', symbol: '£', flag: '🇬🇧', decimals: 2, locale: 'en-GB' },
  JPY: { name: 'Japanese Yen', symbol: '¥', flag: '🇯🇵', decimals: 0, locale: 'ja-JP' },
  CAD: { name: 'Canadian Dollar', symbol: 'C$', flag: '🇨🇦', decimals: 2, locale: 'en-US' },
  AUD: { name: 'Australian Dollar', symbol: 'A$', flag: '🇦🇺', decimals: 2, locale: 'en-US' },
  CHF: { name: 'Swiss Franc', symbol: 'CHF', flag: '🇨🇭', decimals: 2, locale: 'en-US' },
  CNY: { name: 'Chinese Yuan', symbol: '¥', flag: '🇨🇳', decimals: 2, locale: 'zh-CN' },
  RUB: { name: 'Russian Ruble', symbol: '₽', flag: '🇷🇺', decimals: 2, locale: 'ru-RU' },
  INR: { name: 'Indian Rupee', symbol: '₹', flag: '🇮🇳', decimals: 2, locale: 'en-IN' },
  BRL: { name: 'Brazilian Real', symbol: 'R$', flag: '🇧🇷', decimals: 2, locale: 'pt-BR' },
  MXN: { name: 'Mexican Peso', symbol: 'MX$', flag: '🇲🇽', decimals: 2, locale: 'en-US' },
  KRW: { name: 'South Korean Won', symbol: '₩', flag: '🇰🇷', decimals: 0, locale: 'ko-KR' },
  SGD: { name: 'Singapore Dollar', symbol: 'S$', flag: '🇸🇬', decimals: 2, locale: 'en-US' },
  HKD: { name: 'Hong Kong Dollar', symbol: 'HK$', flag: '🇭🇰', decimals: 2, locale: 'en-US' },
  NOK: { name: 'Norwegian Krone', symbol: 'kr', flag: '🇳🇴', decimals: 2, locale: 'en-US' },
  SEK: { name: 'Swedish Krona', symbol: 'kr', flag: '🇸🇪', decimals: 2, locale: 'en-US' },
  DKK: { name: 'Danish Krone', symbol: 'kr', flag: '🇩🇰', decimals: 2, locale: 'en-US' },
  PLN: { name: 'Polish Złoty', symbol: 'zł', flag: '🇵🇱', decimals: 2, locale: 'en-US' },
  TRY: { name: 'Turkish Lira', symbol: '₺', flag: '🇹🇷', decimals: 2, locale: 'en-US' },
  ZAR: { name: 'South African Rand', symbol: 'R', flag: '🇿🇦', decimals: 2, locale: 'en-US' },
  NZD: { name: 'New Zealand Dollar', symbol: 'NZ$', flag: '🇳🇿', decimals: 2, locale: 'en-US' },
  ILS: { name: 'Israeli Shekel', symbol: '₪', flag: '🇮🇱', decimals: 2, locale: 'en-US' },
  AED: { name: 'UAE Dirham', symbol: 'AED', flag: '🇦🇪', decimals: 2, locale: 'en-US' },
  SAR: { name: 'Saudi Riyal', symbol: 'SAR', flag: '🇸🇦', decimals: 2, locale: 'en-US' },
} as const;

export type CurrencyCode = keyof typeof currencies;
export const currencyCodes = Object.keys(currencies) as [CurrencyCode, ...CurrencyCode[]];

/** What most people start with (S1 §9). */
export const defaultCurrency: CurrencyCode = 'USD';

/** The largest amount: 999,999,999,999.99 (PRODUCT §4), in minor units of a currency with two decimals. */
export const largestAmount = 99_999_999_999_999;
