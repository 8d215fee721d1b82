import type { ServerResponse } from 'node:http';

/**
 * The provider of exchange rates, which this machine can't be expected to reach: rates as of late 2025, in the provider's form.
 * They move a little each hour, so that one sees them being fetched.
 */
const rates: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 0.8512,
  GBP: 0.7391,
  JPY: 149.62,
  CAD: 1.3874,
  AUD: 1.5243,
  CHF: 0.7968,
  CNY: 7.1204,
  RUB: 82.45,
  INR: 88.72,
  BRL: 5.3391,
  MXN: 18.4127,
  KRW: 1402.35,
  SGD: 1.2871,
  HKD: 7.7801,
  NOK: 9.9432,
  SEK: 9.3821,
  DKK: 6.3517,
  PLN: 3.6318,
  TRY: 41.53,
  ZAR: 17.2894,
  NZD: 1.7192,
  ILS: 3.3418,
  AED: 3.6725,
  SAR: 3.75,
  THB: 32.4,
};

const pegged = new Set(['USD', 'AED', 'SAR']);

/** Answers `GET /v6/latest/USD`. */
export function answerRates(outgoing: ServerResponse, now: Date = new Date()): void {
  const hour = Math.floor(now.getTime() / 3_600_000);
  const moved = Object.entries(rates).map(([code, rate], place) => {
    const swing = pegged.has(code) ? 0 : Math.sin(hour + place) / 500;
    return [code, Number((rate * (1 + swing)).toPrecision(6))];
  });
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  outgoing.end(
    JSON.stringify({
      result: 'success',
      time_last_update_unix: hour * 3600,
      base_code: 'USD',
      rates: Object.fromEntries(moved),
    }),
  );
}
