/** A record that an operator enters in the DNS of a domain, as the stack's outputs print it. */
export interface DnsRecord {
  readonly type: 'CNAME' | 'MX' | 'TXT';
  readonly name: string;
  readonly value: string;
}
