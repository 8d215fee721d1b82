import { useEffect, useState } from 'react';
import { forgetConnection, noteConnection } from '../core/live-status.ts';
import { forgetPresence } from '../core/presence.ts';
import type { Member } from '../core/session.ts';
import { lazyPart, useLazyPart } from '../ui/lazy-part.ts';
import type { LivePartsProps } from './live-parts.tsx';

const liveParts = lazyPart<LivePartsProps>(() => import('./live-parts.tsx'));

/** Milliseconds: the first screen's own requests go first. */
const startAfter = 250;
/** Milliseconds until code that could not be loaded is asked for again. */
const loadAgainAfter = 5_000;

const Started = (props: LivePartsProps) => {
  const { Part, failed, retry } = useLazyPart(liveParts);
  // Until the code is here, nothing comes by itself, as where there is no connection; after a while that is said.
  useEffect(() => {
    noteConnection(false, forgetPresence);
    return forgetConnection;
  }, []);
  useEffect(() => {
    if (!failed) return;
    const timer = setTimeout(retry, loadAgainAfter);
    return () => clearTimeout(timer);
  });
  return Part && <Part {...props} />;
};

/** Keeps the dashboard live for as long as it is open. Give it another `key` for another person or group. */
export const Live = ({ member }: { member: Member }) => {
  // A later session may know more of the log than what the screen has loaded by now.
  const [seq] = useState(member.membership.seq);
  const [started, setStarted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), startAfter);
    return () => clearTimeout(timer);
  }, []);
  return started && <Started member={member} seq={seq} />;
};
