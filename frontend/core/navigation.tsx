import {
  Children,
  type ComponentProps,
  createContext,
  isValidElement,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

/**
 * Moves between the screens of the website without loading it again: the few parts of React Router that we use, under
 * its names, on the browser's own history (docs/decisions/0020-navigation.md). Addresses are absolute paths (`/login`)
 * or begin with `?`.
 */

/** Where the browser is. A new object for each arrival, be its address the same. */
interface AppLocation {
  /** As the browser has it, percent-encoded. */
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** What {@link useNavigate} was given; it survives a reload. Whoever reads it checks it. */
  state: unknown;
}

interface NavigateOptions {
  /** Takes the place of the current entry in the history instead of following it. */
  replace?: boolean | undefined;
  /** Kept with the entry; anything that can be cloned. */
  state?: unknown;
}

interface NavigateFunction {
  (to: string, options?: NavigateOptions): void;
  /** So many entries forward; back, if it is negative. */
  (delta: number): void;
}

const currentLocation = (): AppLocation => ({
  pathname: location.pathname,
  search: location.search,
  state: history.state,
});

const LocationContext = createContext<AppLocation | null>(null);
const NavigateContext = createContext<NavigateFunction | null>(null);
const ParamsContext = createContext<Readonly<Record<string, string>>>({});
const OutletContext = createContext<ReactNode>(null);

/**
 * Follows the browser's history. Moves are transitions: what is on the screen stays until the next screen is there.
 * A new page begins at its top; on the way back and forward the browser restores the scroll position itself.
 */
export const NavigationProvider = ({ children }: { children: ReactNode }) => {
  const [shown, setShown] = useState(currentLocation);
  const beginsAtTop = useRef(false);

  const arrive = useCallback((newPage: boolean): void => {
    beginsAtTop.current = newPage;
    startTransition(() => setShown(currentLocation()));
  }, []);

  const navigate = useCallback<NavigateFunction>(
    (to: string | number, { replace = false, state = null }: NavigateOptions = {}) => {
      if (typeof to === 'number') {
        history.go(to);
        return;
      }
      const left = location.pathname;
      // The browser refuses another origin.
      if (replace) history.replaceState(state, '', to);
      else history.pushState(state, '', to);
      arrive(location.pathname !== left);
    },
    [arrive],
  );

  useEffect(() => {
    const onPopState = () => arrive(false);
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [arrive]);

  // Before the new screen's heading takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is another, be its address the same.
  useLayoutEffect(() => {
    if (beginsAtTop.current) window.scrollTo(0, 0);
    beginsAtTop.current = false;
  }, [shown]);

  return (
    <NavigateContext value={navigate}>
      <LocationContext value={shown}>{children}</LocationContext>
    </NavigateContext>
  );
};

const inside = <Value,>(value: Value | null): Value => {
  if (value === null) throw new Error('There is no NavigationProvider around this part.');
  return value;
};

/** The address of the screen that is shown. */
export const useLocation = (): AppLocation => inside(useContext(LocationContext));

/** The function, always the same one, that leads to another address. */
export const useNavigate = (): NavigateFunction => inside(useContext(NavigateContext));

/** What stands in the address at the `:name` segments of the {@link Route}, decoded. */
export const useParams = <Name extends string = string>(): Readonly<Partial<Record<Name, string>>> =>
  useContext(ParamsContext) as Readonly<Partial<Record<Name, string>>>;

type SearchParamsInit = ConstructorParameters<typeof URLSearchParams>[0];

type SetSearchParams = (
  next: SearchParamsInit | ((current: URLSearchParams) => SearchParamsInit),
  options?: NavigateOptions,
) => void;

/** The search parameters of the address, and a way to set all of them; the path stays. */
export const useSearchParams = (): [URLSearchParams, SetSearchParams] => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback<SetSearchParams>(
    (next, options) => {
      // From the browser's address: what is shown may be one transition behind it.
      const init = typeof next === 'function' ? next(new URLSearchParams(location.search)) : next;
      const text = new URLSearchParams(init).toString();
      navigate(location.pathname + (text && `?${text}`), options);
    },
    [navigate],
  );
  return [params, setParams];
};

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: string;
}

/** An ordinary link, which a browser can also open in another tab; a plain click moves without loading the website again. */
export const Link = ({ to, replace, state, onClick, ...rest }: LinkProps) => {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        const { button, metaKey, altKey, ctrlKey, shiftKey, currentTarget } = event;
        const plain = button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
        if (event.defaultPrevented || !plain || (rest.target ?? '_self') !== '_self') return;
        event.preventDefault();
        // Like the browser's own: a link to where one is adds nothing to the history.
        navigate(to, { replace: replace ?? currentTarget.href === location.href, state });
      }}
    />
  );
};

/** A link that says that it leads to the current page, or to one above it (`/a` on `/a/b`). */
export const NavLink = (props: LinkProps) => {
  const { pathname } = useLocation();
  const isCurrent = pathname === props.to || pathname.startsWith(`${props.to}/`);
  return <Link aria-current={isCurrent ? 'page' : undefined} {...props} />;
};

/** Leads to another address, at each arrival while it is mounted. */
export const Navigate = ({ to, replace, state }: { to: string } & NavigateOptions) => {
  const navigate = useNavigate();
  const arrival = useLocation();
  // By value: what is written in place is another object each time.
  const stateText = JSON.stringify(state ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is another, be its address the same.
  useEffect(
    () => navigate(to, { replace, state: JSON.parse(stateText) as unknown }),
    [navigate, to, replace, stateText, arrival],
  );
  return null;
};

interface RouteProps {
  /** An absolute path, whose segments may be `:name`s, or `*` for whatever else there is. */
  path?: string;
  /** The screen at the address of the route around it. */
  index?: boolean;
  element: ReactNode;
  /** Routes at or below this address, shown in its {@link Outlet}. */
  children?: ReactNode;
}

/** One screen of {@link Routes}. */
export const Route = (_: RouteProps): never => {
  throw new Error('A Route stands in Routes.');
};

/** A segment as it was before it was encoded; where it is not well encoded, as it is. */
const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
};

const segmentsOf = (pathname: string): string[] => pathname.replace(/\/$/, '').split('/');

/** The `:name`s of a pattern whose segments the path begins with, or null. Upper and lower case are alike. */
const paramsOf = (pattern: string, path: readonly string[]): Record<string, string> | null => {
  const params: Record<string, string> = {};
  for (const [index, wanted] of segmentsOf(pattern).entries()) {
    const segment = path[index];
    if (segment === undefined) return null;
    if (wanted.startsWith(':') && segment !== '') params[wanted.slice(1)] = decoded(segment);
    else if (wanted.toLowerCase() !== decoded(segment).toLowerCase()) return null;
  }
  return params;
};

interface Match {
  params: Record<string, string>;
  /** From the outermost in. */
  elements: ReactNode[];
}

/** The first route that matches, with those around it. */
const matchOf = (routes: ReactNode, path: readonly string[], above = ''): Match | null => {
  for (const route of Children.toArray(routes)) {
    if (!isValidElement<RouteProps>(route)) continue;
    const { path: own = above, element, children } = route.props;
    if (own === '*') return { params: {}, elements: [element] };
    const params = paramsOf(own, path);
    if (!params) continue;
    if (children === undefined) {
      if (segmentsOf(own).length === path.length) return { params, elements: [element] };
      continue;
    }
    const below = matchOf(children, path, own);
    if (below) return { params: { ...params, ...below.params }, elements: [element, ...below.elements] };
  }
  return null;
};

/** Shows the first {@link Route} that matches the address. One that stays while those in it change is not mounted again. */
export const Routes = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation();
  const match = matchOf(children, segmentsOf(pathname));
  let screen: ReactNode = null;
  for (const element of match?.elements.toReversed() ?? [])
    screen = <OutletContext value={screen}>{element}</OutletContext>;
  return <ParamsContext value={match?.params ?? {}}>{screen}</ParamsContext>;
};

/** Where a route shows the one inside of it. */
export const Outlet = () => useContext(OutletContext);
