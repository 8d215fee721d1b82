import { useEffect, useRef, useState } from 'react';

const searchPause = 300;

/** The typed search: shown at once, and put into the address (which may ask the server) when the typing pauses. */
export const useTypedSearch = (search: string, onPause: (search: string) => void) => {
  const [typed, setTyped] = useState(search);
  const pushed = useRef(search);
  // The address changed by another hand than this box: a link, or "Back".
  useEffect(() => {
    if (search !== pushed.current) setTyped(search);
    pushed.current = search;
  }, [search]);
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === pushed.current) return;
    const timer = setTimeout(() => {
      pushed.current = wanted;
      onPause(wanted);
    }, searchPause);
    return () => clearTimeout(timer);
  });
  return { typed, setTyped, settled: wanted === search };
};
