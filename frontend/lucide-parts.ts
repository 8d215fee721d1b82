import type { Plugin } from 'vite';

/** How an icon is drawn: with a size, a stroke and what else the SVG gets. Its class is that of lucide: base.css mirrors arrows by it. */
const drawing = `import { createElement } from 'react';
export default ({ name, size: box, node }) => ({ size = box, strokeWidth = 2, ...others }) =>
  createElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 ' + box + ' ' + box,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className: 'lucide lucide-' + name,
      ...others,
    },
    node.map(([tag, attributes]) => createElement(tag, attributes)),
  );`;

/**
 * Leaves out of lucide what `Icon` (ui/icon.tsx) does not use, which is all but the drawings: contexts, aliases, strokes that do not
 * scale. That is 1.2 kB of every page.
 *
 * It stops the build when the inside of lucide changes.
 */
export const lucideParts = (): Plugin => {
  let met = false;
  let replaced = false;
  return {
    name: 'guildhall-lucide-parts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (/\/lucide-react\/dist\/esm\/icons\//.test(id)) met = true;
      if (!/\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/.test(id)) return null;
      replaced = true;
      return { code: drawing, map: null };
    },
    transform(code, id) {
      if (/\/lucide-react\/dist\/esm\/icons\//.test(id) && /createLucideIcon\((?!__iconData\))/.test(code))
        this.error(`lucide has changed: ${id} is drawn in another way.`);
    },
    buildEnd(error) {
      if (!error && met && !replaced) this.error('lucide has changed: it draws its icons in another way.');
    },
  };
};
