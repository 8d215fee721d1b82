import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react';

/** A component whose code is fetched when it is first needed. */
export interface LazyPart<Props> {
  /** Undefined until its code is here. */
  readonly component: ComponentType<Props> | undefined;
  /** @throws when the code can't be fetched; the next call tries again. */
  load(): Promise<void>;
  /** Fetches the code before it is needed. Where that fails, whoever needs it tries again, and says so. */
  preload(): void;
}

/** @param fetchCode imports the module of the component. */
export const lazyPart = <Props>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> => {
  let component: ComponentType<Props> | undefined;
  const load = async (): Promise<void> => {
    component ??= (await fetchCode()).default;
  };
  return {
    get component() {
      return component;
    },
    load,
    preload: () => void load().catch((error: unknown) => console.info('Not loaded ahead of time', error)),
  };
};

/** A whole screen, for React's `Suspense` to wait for. */
export type LazyScreen<Props extends object> = LazyExoticComponent<ComponentType<Props>> & {
  load(): Promise<void>;
};

/**
 * A screen whose code may be fetched before it is shown. Where it is here already, nothing waits: what `Suspense` once
 * put a fallback in front of, React shows 300 ms later at the earliest.
 *
 * @param fetchCode imports the module of the screen.
 */
export const lazyScreen = <Props extends object>(
  fetchCode: () => Promise<{ default: ComponentType<Props> }>,
): LazyScreen<Props> => {
  const part = lazyPart(fetchCode);
  const fetched = (): Promise<{ default: ComponentType<Props> }> => {
    if (!part.component) return fetchCode();
    const here = { default: part.component };
    // React reads a value that is there at once from what calls back at once, as no promise does.
    // biome-ignore lint/suspicious/noThenProperty: see above
    return { then: (read: (value: typeof here) => void) => read(here) } as Promise<typeof here>;
  };
  return Object.assign(lazy(fetched), { load: part.load });
};

/**
 * Loads a part when it is first shown. Unlike with a lazy component of React, one that can't be loaded is a matter of
 * its place and not of the whole screen, and can be tried again.
 */
export const useLazyPart = <Props>(part: LazyPart<Props>) => {
  const [state, setState] = useState<'waiting' | 'here' | 'failed'>(part.component ? 'here' : 'waiting');
  useEffect(() => {
    if (state !== 'waiting') return;
    let mounted = true;
    part.load().then(
      () => mounted && setState('here'),
      (error: unknown) => {
        console.warn('A part of the screen could not be loaded', error);
        if (mounted) setState('failed');
      },
    );
    return () => {
      mounted = false;
    };
  }, [part, state]);
  return { Part: part.component, failed: state === 'failed', retry: (): void => setState('waiting') };
};
