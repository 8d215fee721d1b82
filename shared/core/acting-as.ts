/**
 * For whom a page believes it acts. One browser has one sign-in for all of its tabs, so a page may still show one person
 * while requests already carry the token of another. A request that says for whom it is meant can't do that harm: the
 * server refuses it with `identity.changed` before it looks at anything else.
 */
export interface Identity {
  userId: string;
  /** Absent while the person belongs to no group, as far as the page knows. */
  organizationId?: string | undefined;
}

/** The request header that carries an {@link Identity}. Programs without a screen need not send it. */
export const actingAsHeader = 'guildhall-acting-as';

/** The header's value: `<user id>`, with ` <organization id>` when the page shows a group. */
export const formatIdentity = ({ userId, organizationId }: Identity): string =>
  organizationId === undefined ? userId : `${userId} ${organizationId}`;

/** Reads the header's value. Whatever is no such value names somebody who does not exist. */
export const parseIdentity = (text: string): Identity => {
  const [userId = '', organizationId, ...more] = text.split(' ');
  return more.length > 0 ? { userId: '' } : { userId, organizationId };
};
