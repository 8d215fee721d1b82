import { useSearchParams } from './navigation.tsx';

/** The query of the address, and a way to change parts of it in place; undefined or empty removes. */
export const useAddress = (): [
  URLSearchParams,
  (change: Readonly<Record<string, string | undefined>>) => void,
] => {
  const [address, setAddress] = useSearchParams();
  const change = (wanted: Readonly<Record<string, string | undefined>>): void =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(wanted)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return [address, change];
};

/** The value of an address if it is one of those that there are. */
export const keyOf = <K extends string>(labels: Record<K, unknown>, value: string | null): K | undefined =>
  value !== null && Object.hasOwn(labels, value) ? (value as K) : undefined;
