import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { normalizePath, type Plugin } from 'vite';
import { antdTheme } from './core/antd-theme.ts';

// antd for Node, in which the style of each component can be loaded by itself.
const require = createRequire(import.meta.url);
const { createCache, extractStyle, StyleProvider } =
  require('@ant-design/cssinjs') as typeof import('@ant-design/cssinjs');
const { ConfigProvider, theme } = require('antd') as typeof import('antd');

/** What antd makes of a style: a hook for a component, a component that adds to it, or a bare hook. */
type Kind = 'StyleHooks' | 'SubStyleComponent' | 'ComponentStyleHook';

interface Style {
  /** The name that its module exports it by. */
  exported: string;
  kind: Kind;
  /** `Button-compact` for `genSubStyleComponent(['Button', 'compact'], …)`. */
  name: string;
}

const styleCall = /gen(StyleHooks|SubStyleComponent|ComponentStyleHook)\((?:'(\w+)'|\['(\w+)', '([\w-]+)'\])/;

/** The styles that a module of antd exports. */
const stylesIn = (source: string): Style[] =>
  source.split(/\n(?=export )/).flatMap((statement) => {
    const exported = /^export (?:default|const (\w+) =)/.exec(statement);
    const call = styleCall.exec(statement);
    if (!exported || !call) return [];
    const [, kind, single, first, second] = call;
    const name = single ? `${single}-${single}` : `${first}-${second}`;
    return [{ exported: exported[1] ?? 'default', kind: kind as Kind, name }];
  });

/** The classes that each style is for: `Button-compact` → `ant-btn`. antd lists them at the end of its own style sheet. */
const classesOf = new Map<string, string[]>([
  // Those that it leaves out.
  ['BackTop-BackTop', ['ant-back-top']],
  ['Form-item-item', ['ant-form-item']],
  ['Pagination-bordered', ['ant-pagination']],
]);
const ownSheet = readFileSync(require.resolve('antd/dist/antd.css'), 'utf8');
for (const [, name = '', className = ''] of ownSheet.matchAll(/\|([A-Z]\w*-[\w-]+)\|(ant-[\w-]+)\|/g))
  classesOf.set(name, [...(classesOf.get(name) ?? []), className]);

/** @throws when antd has a style of which nothing is known: a component would be shown without it. */
const classesFor = ({ name, exported }: Style): string[] => {
  const classes = classesOf.get(name);
  if (!classes) throw new Error(`No class is known for antd's style ${name}. Add it in ${import.meta.url}.`);
  // `useRowStyle` and `useColStyle` go by one name.
  const own = `ant-${/^use(\w+)Style$/.exec(exported)?.[1]?.toLowerCase()}`;
  return classes.includes(own) ? [own] : classes;
};

/** Writes styles of antd, in our theme, as a style sheet. What was written once is not written again. */
const sheetWriter = () => {
  const cache = createCache();
  return (...styles: ComponentType[]): string => {
    for (const Used of styles)
      renderToString(
        createElement(
          StyleProvider,
          { cache },
          createElement(ConfigProvider, { theme: antdTheme }, createElement(Used)),
        ),
      );
    const css = extractStyle(cache, { plain: true, once: true })
      // An index for antd itself.
      .replace(/\.data-ant-cssinjs-cache-path\{[^}]*\}/, '')
      // There is one theme: its variables are the page's, and not repeated for every element that antd draws.
      .replace(/\.antd(?:\.[\w-]+)?(?:,\s*\.antd(?:\.[\w-]+)?)*\s*\{/g, ':root{')
      // Some components wear the one class, some the other.
      .replace(/\.(ant-[\w-]+)-css-var\b/g, ':is(.$1,.$1-css-var)');
    return `@layer antd{${css}}`;
  };
};

/** Puts a style to use, as antd's components do. */
const use =
  (module: string, { exported, kind }: Omit<Style, 'name'>, className: string): ComponentType =>
  () => {
    const style = require(`antd/lib/${module}`)[exported];
    const own = `${className}-css-var`;
    if (className === 'ant-tree-select') style(className, 'ant-select-tree', own);
    else if (kind === 'SubStyleComponent')
      return createElement(style, { prefixCls: className, rootCls: own });
    else style(className, own);
    return null;
  };

/** What components read of the theme while they run: numbers, to place what they open, and colours of drawings. */
const readByComponents = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(theme.getDesignToken(antdTheme)).filter(
      ([, value]) => typeof value !== 'string' || value.startsWith('var('),
    ),
  );

// Script may make style sheets where the content security policy refuses `<style>`. A modal locks scrolling with one.
const sheetsByScript = `
const sheets = new Map();
export const updateCSS = (css, key) => {
  const sheet = sheets.get(key) ?? new CSSStyleSheet();
  sheet.replaceSync(css);
  if (!sheets.has(key)) document.adoptedStyleSheets.push(sheet);
  sheets.set(key, sheet);
};
export const removeCSS = (key) => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== sheets.get(key));
  sheets.delete(key);
};
export const injectCSS = (css) => updateCSS(css, css);
export const clearContainerCache = () => {};`;

/** Modules of antd that compute styles, and what takes their place. */
const replacements: Record<string, (source: string) => string> = {
  'antd/es/theme/useToken': () => `const token = ${JSON.stringify(readByComponents())};
    export const unitless = {}, ignore = {}, getComputedToken = () => token;
    export default () => [{}, token, '', token, {}, true];`,
  // What the dashboard does not use, and every page would carry: tooltips that move from one place to the next (there is
  // one for the page, app/tooltips.tsx) and the wave around what is pressed (app/antd-provider.tsx turns it off).
  'antd/es/tooltip/UniqueProvider/index': () => 'export default ({ children }) => children;',
  'antd/es/_util/wave/index': () => 'export default ({ children }) => children;',
  // There is one of our own (app/antd-provider.tsx).
  'antd/es/button/DefaultLoadingIcon': () => 'export default () => null;',
  'antd/es/theme/themes/default/index': () => 'export default (seed) => seed;',
  'antd/es/theme/util/genStyleUtils': (source) =>
    `export const genStyleHooks = 0, genComponentStyleHook = 0, genSubStyleComponent = 0;
    ${source.slice(source.indexOf('export const genCssVar'))}`,
  'antd/es/theme/util/useResetIconStyle': () => `import 'antd-sheet:shared.css'; export default () => {};`,
  '@rc-component/util/es/Dom/dynamicCSS': () => sheetsByScript,
  // Of icons in messages, which are drawn outside of the theme.
  '@ant-design/icons/es/cssUtils': (source) =>
    `${source.replace('export function updateCSS(', 'function unused(')}
    export const updateCSS = () => {};`,
};

const inert: Record<Kind, string> = {
  StyleHooks: "() => ['', '']",
  SubStyleComponent: '() => null',
  ComponentStyleHook: "() => ''",
};

/** A module with styles: the sheet in their place, and whatever else its component takes from it. */
const withSheet = (module: string, source: string, styles: Style[]): string =>
  [
    `import 'antd-sheet:${module}.css';`,
    ...(source.match(/^export const \w+ = '[^']*';$/gm) ?? []),
    ...styles.map(({ exported, kind }) =>
      exported === 'default'
        ? `export default ${inert[kind]};`
        : `export const ${exported} = ${inert[kind]};`,
    ),
  ].join('\n');

const ownPath = /\/node_modules\/((?:antd|@rc-component\/util|@ant-design\/icons)\/es\/.+)\.js$/;
const styleModule = /^antd\/es\/(.+\/style(?:\/\w+)?)$/;

/** Each module's style sheet, by the module's path inside of antd; `shared` is what all have in common. */
export const antdSheets = (): ((module: string) => string) => {
  const write = sheetWriter();
  // With a first style come the variables of the theme, links and icons.
  const first = use('affix/style', { exported: 'default', kind: 'StyleHooks' }, 'ant-affix');
  const written = new Map([['shared', write(first)]]);
  return (module) => {
    const known = written.get(module);
    if (known !== undefined) return known;
    const source = readFileSync(require.resolve(`antd/es/${module}`), 'utf8');
    const css = write(
      ...stylesIn(source).flatMap((style) => classesFor(style).map((name) => use(module, style, name))),
    );
    written.set(module, css);
    return css;
  };
};

/**
 * Turns antd's styles into style sheets: one for each component, which comes with the component's code like that of a
 * CSS module. antd would compute them in the browser and add them to the page as `<style>`, which our content security policy
 * refuses, and which takes a third of the time to a first screen.
 */
export const antdStyles = (): Plugin => {
  let sheetOf: ((module: string) => string) | undefined;
  const met = new Set<string>();
  const resolveId = (id: string) => (id.startsWith('antd-sheet:') ? id : null);
  const load = (id: string) => {
    if (id.startsWith('antd-sheet:')) {
      sheetOf ??= antdSheets();
      return sheetOf(id.slice('antd-sheet:'.length, -'.css'.length));
    }
    // Its style sheets have said all of it.
    if (id.endsWith('/frontend/core/antd-theme.ts')) return 'export const antdTheme = { zeroRuntime: true };';
    const path = ownPath.exec(normalizePath(id))?.[1];
    if (path === undefined) return null;
    const replacement = replacements[path];
    const module = styleModule.exec(path)?.[1];
    if (!replacement && !module) return null;
    const source = readFileSync(id, 'utf8');
    const styles = module ? stylesIn(source) : [];
    if (!replacement && styles.length === 0) return null;
    met.add(path);
    const code = replacement ? replacement(source) : withSheet(module ?? '', source, styles);
    return { code, moduleSideEffects: false };
  };
  return {
    name: 'guildhall-antd-styles',
    enforce: 'pre',
    // In development, antd is bundled ahead of the website; its sheets stay files of their own.
    config: () => ({
      optimizeDeps: {
        rolldownOptions: {
          plugins: [
            {
              name: 'guildhall-antd-styles',
              resolveId: (id: string) => (id.startsWith('antd-sheet:') ? { id, external: true } : null),
              load,
            },
          ],
        },
      },
    }),
    resolveId,
    load,
    buildEnd(error) {
      const missed = Object.keys(replacements).filter((path) => !met.has(path));
      if (!error && met.size > 0 && missed.length > 0)
        this.error(
          `antd has changed: the build met no ${missed.join(', ')}. Styles would be computed in the browser.`,
        );
    },
  };
};
