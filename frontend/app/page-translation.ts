/**
 * Lets the browser translate the page while React goes on changing it.
 *
 * A translation takes text nodes out of the page and puts a <font> in their place (or around them). React, which knows only
 * its own nodes, would then remove or insert beside a node that is not there (facebook/react#11538), and write new counts
 * into texts that nobody sees. So it is noted which element stands for which texts; before React touches one of them, and
 * as soon as one gets another content, they are put back where they were. The browser translates them anew.
 * What was never translated behaves as ever: a mistake of ours still throws.
 */
export const keepUpWithTranslation = (): void => {
  const standIns = new WeakMap<Node, Element>();
  const originals = new WeakMap<Element, Text[]>();
  // Removed by the page itself: nothing stands for them.
  const removedByPage = new WeakSet<Node>();

  const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT';

  /** The outermost <font> around a node below a parent. */
  const fontAround = (node: Node, parent: Node): Element | undefined => {
    let around = node.parentNode;
    while (isFont(around) && around.parentNode !== parent) around = around.parentNode;
    return isFont(around) ? around : undefined;
  };

  const bringBack = (font: Element | undefined): void => {
    if (!font?.parentNode) return;
    const texts = originals.get(font) ?? [];
    font.replaceWith(...texts);
    for (const text of texts) standIns.delete(text);
    originals.delete(font);
  };

  /** Puts a text back into its parent. Whether it is there now, or never was translated. */
  const isBack = (node: Node, parent: Node): boolean => {
    if (node.parentNode === parent) return true;
    const around = fontAround(node, parent);
    if (around) around.replaceWith(node);
    const standIn = standIns.get(node);
    bringBack(standIn);
    return standIn === undefined || node.parentNode === parent;
  };

  const written = new MutationObserver((changes) => {
    for (const { target } of changes) bringBack(standIns.get(target));
  });

  new MutationObserver((changes) => {
    for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of changes)
      for (const node of removedNodes) {
        if (!(node instanceof Text) || node.isConnected || removedByPage.has(node)) continue;
        const font = [previousSibling, nextSibling, ...addedNodes].find(
          (one): one is Element => isFont(one) && one.parentNode === target,
        );
        if (!font) continue;
        standIns.set(node, font);
        originals.set(font, [...(originals.get(font) ?? []), node]);
        written.observe(node, { characterData: true });
      }
  }).observe(document, { childList: true, subtree: true });

  const { removeChild, insertBefore, appendChild } = Node.prototype;

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    // A translation may have left nothing of a text, and nothing in its place.
    if (!isBack(child, this)) return child;
    removedByPage.add(child);
    return removeChild.call(this, child) as T;
  };

  /** What is moved takes along what stands for it. */
  const leave = (node: Node): void => {
    bringBack(standIns.get(node));
    removedByPage.delete(node);
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    leave(node);
    return insertBefore.call(this, node, next && isBack(next, this) ? next : null) as T;
  };

  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    leave(node);
    return appendChild.call(this, node) as T;
  };
};
