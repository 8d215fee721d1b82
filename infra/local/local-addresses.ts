/**
 * The one place where public AWS hosts become addresses of this machine. The template's strings (environment variables,
 * `config.json`, the content security policy, callback addresses, the tokens' issuer) are made as on AWS and then mapped:
 * `https://` before such a host becomes `http://`, since this machine speaks http with itself.
 */
export interface LocalAddresses {
  /** Maps every text within a value; anything else stays what it is. */
  localize<Value>(value: Value): Value;
}

/** @param hosts AWS host → `localhost:<port>`. */
export function localAddresses(hosts: Readonly<Record<string, string>>): LocalAddresses {
  const pairs = Object.entries(hosts);
  const localizeText = (text: string): string =>
    pairs.reduce(
      (mapped, [host, local]) =>
        mapped.replaceAll(`https://${host}`, `http://${local}`).replaceAll(host, local),
      text,
    );
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
