import type { Plugin } from 'vite';

/** What belongs to React Router's framework and its data routers, of which the app uses none; its other parts refer to it. */
const unused = [
  'AwaitErrorBoundary',
  'BoundaryShell',
  'DefaultErrorComponent',
  'PrefetchPageLinks',
  'RemixErrorBoundary',
  'RemixRootDefaultErrorBoundary',
  'RenderErrorBoundary',
  'RSCErrorHandler',
  'Scripts',
  'decodeRouteErrorResponseDigest',
  'useNavigateStable',
];

/** A function or a class, with what is set at the class. */
const partNamed = (name: string): RegExp =>
  new RegExp(
    `^function ${name}\\([^]*?^}$|^var ${name} = class extends [^]*?^};$(\\n${name}\\.\\w+ = .*;$)?`,
    'm',
  );

/**
 * Leaves out of React Router what the app does not use: 4 kB of every page. Its one file names each component for developers, which
 * keeps them all, and refers to parts of its framework from those of a plain `BrowserRouter`. Its warnings are for developers, too.
 *
 * It stops the build when the inside of React Router changes.
 */
export const reactRouterParts = (): Plugin => {
  const left = new Set<string>();
  let met = false;
  return {
    name: 'guildhall-react-router-parts',
    apply: 'build',
    transform(code, id) {
      if (!/\/node_modules\/react-router\/dist\/\w+\/chunk-\w+\.mjs$/.test(id)) return null;
      met = true;
      let lean = code
        .replace(/^var ENABLE_DEV_WARNINGS = true;$/m, 'var ENABLE_DEV_WARNINGS = false;')
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(
          /^((?:var|const) \w+ = )(\w+\.(?:forwardRef|createContext|memo)\()/gm,
          '$1/* @__PURE__ */ $2',
        );
      for (const name of unused) {
        const shorter = lean.replace(partNamed(name), `function ${name}() { return null; }`);
        if (shorter !== lean) left.add(name);
        lean = shorter;
      }
      return { code: lean, map: null };
    },
    buildEnd(error) {
      const missed = unused.filter((name) => !left.has(name));
      if (!error && met && missed.length > 0)
        this.error(`React Router has changed: it has no ${missed.join(', ')} to leave out.`);
    },
  };
};
