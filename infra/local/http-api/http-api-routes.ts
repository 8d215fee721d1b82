import { decodedPath } from './http-api-event.ts';

interface Pattern {
  method: string;
  segments: string[];
}

/** Finds the route of a request, as API Gateway does: a fixed segment before `{name}`, and that before `{name+}`. */
export interface RouteTable<Route> {
  find(
    method: string,
    path: string,
  ): { route: Route; params: Record<string, string> | undefined } | undefined;
}

const isGreedy = (segment: string) => /^\{\w+\+\}$/.test(segment);
const isParameter = (segment: string) => /^\{\w+\}$/.test(segment);
const parameterName = (segment: string) => segment.replace(/[{}+]/g, '');
const openness = (segment: string): number => (isGreedy(segment) ? 2 : isParameter(segment) ? 1 : 0);

const patternOf = (routeKey: string): Pattern => {
  const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(routeKey) ?? [];
  if (method === undefined || path === undefined) {
    throw new Error(`The route key ${routeKey} is not understood on this machine.`);
  }
  return { method, segments: path.split('/').slice(1) };
};

const byOpenness = (a: Pattern, b: Pattern): number => {
  for (const [index, segment] of a.segments.entries()) {
    const difference = openness(segment) - openness(b.segments[index] ?? '{rest+}');
    if (difference !== 0) return difference;
  }
  return a.method === b.method ? 0 : a.method === 'ANY' ? 1 : -1;
};

const match = ({ segments }: Pattern, given: string[]): Record<string, string> | undefined => {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index];
    if (isGreedy(segment)) {
      if (!value) return undefined;
      params[parameterName(segment)] = decodedPath(given.slice(index).join('/'));
      return params;
    }
    if (isParameter(segment)) {
      if (!value) return undefined;
      params[parameterName(segment)] = decodedPath(value);
    } else if (segment !== value) return undefined;
  }
  return segments.length === given.length ? params : undefined;
};

/**
 * @param routes by route key, such as `GET /api/tasks/{taskId}`.
 * @throws an Error naming a key of another form.
 */
export function routeTable<Route>(routes: ReadonlyMap<string, Route>): RouteTable<Route> {
  const table = [...routes]
    .map(([key, route]) => ({ pattern: patternOf(key), route }))
    .sort((a, b) => byOpenness(a.pattern, b.pattern));
  return {
    find: (method, path) => {
      const given = path.split('/').slice(1);
      for (const { pattern, route } of table) {
        if (pattern.method !== method && pattern.method !== 'ANY') continue;
        const params = match(pattern, given);
        if (params) return { route, params: Object.keys(params).length > 0 ? params : undefined };
      }
      return undefined;
    },
  };
}
