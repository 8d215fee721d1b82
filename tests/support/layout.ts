import type { Page } from 'playwright-core';

/** What a screen must not be at any width; runs in the page. */
const faultsOnScreen = (): string[] => {
  const found: string[] = [];
  const page = document.documentElement;
  const open = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
  const root = open ?? document.body;

  const isShown = (element: Element): boolean => {
    if (element.closest('.visually-hidden, [aria-hidden=true], [hidden]')) return false;
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
  const shown = (selector: string): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter(isShown);

  if (page.scrollWidth > page.clientWidth)
    found.push(`moves sideways: ${page.scrollWidth} > ${page.clientWidth}`);

  const bar = document.querySelector('header')?.firstElementChild;
  if (!open && bar) {
    const middles = [...bar.children].filter(isShown).map((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    });
    const rows = middles.filter(
      (middle, index) => !middles.slice(0, index).some((one) => Math.abs(one - middle) < 4),
    );
    if (rows.length > (innerWidth < 480 ? 2 : 1)) found.push(`header in ${rows.length} rows`);
  }

  for (const field of shown('input[type=search], input[type=text], textarea')) {
    const { width } = field.getBoundingClientRect();
    if (width < 200) found.push(`${nameOf(field)} is ${Math.round(width)} px wide`);
  }
  for (const opener of shown('button[aria-label=Search]')) {
    const { width } = opener.getBoundingClientRect();
    if (width > 44 && width < 200) found.push(`the header's search is ${Math.round(width)} px wide`);
  }

  for (const control of shown('button, a, [role=tab], [role=option]'))
    for (const part of [control, ...control.querySelectorAll<HTMLElement>('*')])
      if (
        isShown(part) &&
        // It says all of its text when it is pointed at or reached with the keyboard.
        !part.hasAttribute('data-tooltip-when-cut') &&
        getComputedStyle(part).display !== 'inline' &&
        part.scrollWidth > part.clientWidth + 1
      )
        found.push(`${nameOf(control)} is cut: ${part.scrollWidth} > ${part.clientWidth}`);
  const pen = document.createElement('canvas').getContext('2d')!;
  for (const select of shown('select') as HTMLSelectElement[]) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    pen.font = font;
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    for (const { text } of select.options)
      if (select.options.length < 10 && pen.measureText(text).width > room)
        found.push(
          `“${text}” is cut in its select: ${Math.round(pen.measureText(text).width)} > ${Math.round(room)}`,
        );
  }

  const columnOf = (node: Node): number => {
    let element = node.parentElement!;
    while (/^(inline|contents)$/.test(getComputedStyle(element).display)) element = element.parentElement!;
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  };
  const texts: { element: HTMLElement; rects: DOMRect[] }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement!;
    if (
      !node.nodeValue?.trim() ||
      /^(SCRIPT|STYLE|OPTION|TEXTAREA)$/.test(element.tagName) ||
      !isShown(element)
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    texts.push({ element, rects: [...range.getClientRects()] });
    for (const { 0: word, index } of node.nodeValue.matchAll(/[^\s-]+-?/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
      const whole = parts.reduce((sum, { width }) => sum + width, 0);
      if (new Set(parts.map(({ top }) => Math.round(top))).size > 1 && whole <= columnOf(node))
        found.push(`“${word}” is broken: ${Math.round(whole)} px in ${Math.round(columnOf(node))}`);
    }
  }

  const isFixed = (element: Element | null): boolean => {
    for (let at = element; at; at = at.parentElement)
      if (getComputedStyle(at).position === 'fixed') return at.tagName !== 'DIALOG';
    return false;
  };
  const isClipped = (element: Element | null, { left, right, top, bottom }: DOMRect): boolean => {
    for (let at = element; at; at = at.parentElement) {
      if (!/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflow)) continue;
      const frame = at.getBoundingClientRect();
      if (
        right > frame.right + 1 ||
        left < frame.left - 1 ||
        bottom > frame.bottom + 1 ||
        top < frame.top - 1
      )
        return true;
    }
    return false;
  };
  const seen = texts
    .filter(({ element }) => !isFixed(element))
    .flatMap(({ element, rects }) => rects.map((rect) => ({ element, rect })))
    .filter(({ element, rect }) => !isClipped(element, rect));
  for (const [index, one] of seen.entries())
    for (const other of seen.slice(index + 1)) {
      const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      if (wide > 2 && high > 6 && one.element !== other.element)
        found.push(`${nameOf(one.element)} lies over ${nameOf(other.element)}`);
    }
  for (const control of shown('button, a, input, select, textarea')) {
    const rect = control.getBoundingClientRect();
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    if (y < 0 || y > innerHeight || isClipped(control.parentElement, rect)) continue;
    const hit = document.elementFromPoint(x, y);
    if (
      hit &&
      !control.contains(hit) &&
      !hit.contains(control) &&
      !isFixed(hit) &&
      !control.closest('label')?.contains(hit) &&
      control.getClientRects().length === 1
    )
      found.push(`${nameOf(control)} lies under ${nameOf(hit)}`);
  }
  return [...new Set(found)];
};

/** A frame for what measures itself, and one for what it draws then. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

/** Looks at what is shown at each of these widths; what is wrong, each with its place and width. */
export const faultsAt = async (page: Page, place: string, widths: readonly number[]): Promise<string[]> => {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    for (const fault of await page.evaluate(faultsOnScreen)) found.push(`${place} at ${width}: ${fault}`);
  }
  return found;
};
