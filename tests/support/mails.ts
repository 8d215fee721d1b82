import { system } from './controls.ts';

/** The address to which the latest invitation mail leads that somebody got. */
export const invitationAddress = async (email: string): Promise<string> => {
  const mail = (await system.mails()).find(({ to, text }) => to === email && /\?invitation=/.test(text));
  const address = /https?:\/\/\S+\?invitation=\S+/.exec(mail?.text ?? '')?.[0];
  if (!address) throw new Error(`${email} got no invitation.`);
  return address;
};

/** The secret of that address. */
export const invitationLink = async (email: string): Promise<string> =>
  new URL(await invitationAddress(email)).searchParams.get('invitation') as string;
