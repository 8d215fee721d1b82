/**
 * The one place where public AWS hosts become addresses of this machine. The template's strings (environment variables,
 * `config.json`, the content security policy, callback addresses, the tokens' issuer) are made as on AWS and then mapped:
 * `https://` before such a host becomes `http://` and `wss://` becomes `ws://`, since this machine speaks http with itself.
 */
export interface LocalAddresses {
  /** Maps every text within a value; anything else stays what it is. */
  localize<Value>(value: Value): Value;
}

/** A host that is reached at two places: by whoever calls it over https, and by browsers that open a web socket. */
interface SplitHost {
  https: string;
  wss: string;
}

/** @param hosts AWS host → `localhost:<port>`. */
export function localAddresses(hosts: Readonly<Record<string, string | SplitHost>>): LocalAddresses {
  const pairs = Object.entries(hosts);
  const localizeText = (text: string): string =>
    pairs.reduce((mapped, [host, local]) => {
      const { https, wss } = typeof local === 'string' ? { https: local, wss: local } : local;
      return mapped
        .replaceAll(`https://${host}`, `http://${https}`)
        .replaceAll(`wss://${host}`, `ws://${wss}`)
        .replaceAll(host, https);
    }, text);
  const localize = (value: unknown): unknown => {
    if (typeof value === 'string') return localizeText(value);
    if (Array.isArray(value)) return value.map(localize);
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, localize(entry)]));
    }
    return value;
  };
  return { localize: localize as LocalAddresses['localize'] };
}
