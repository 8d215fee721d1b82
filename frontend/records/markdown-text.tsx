import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { useLayoutEffect, useRef } from 'react';
import styles from './markdown-text.module.css';

// Nothing that loads from elsewhere, runs, styles or takes input: what other members wrote is text.
const allowed = {
  ALLOWED_TAGS:
    'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i li ol p pre s strong table tbody td th thead tr ul'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'title', 'start', 'align'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  RETURN_DOM_FRAGMENT: true as const,
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

// HTML inside of Markdown is shown as it was typed.
const markdown = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => text.replace(/[&<>]/g, (mark) => entities[mark] ?? ''),
    // The box of a task list, which nobody can tick here.
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
});

const blocks = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'th', 'td'].join();

const render = (text: string): DocumentFragment => {
  const fragment = DOMPurify.sanitize(markdown.parse(text, { async: false }), allowed);
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = ['noopener', 'noreferrer', 'nofollow'].join(' ');
  }
  // Each paragraph runs as its own first letter does.
  for (const block of fragment.querySelectorAll<HTMLElement>(blocks)) block.dir = 'auto';
  return fragment;
};

/** Markdown, rendered safely. */
const MarkdownText = ({ text }: { text: string }) => {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => frame.current!.replaceChildren(render(text)), [text]);
  return <div ref={frame} className={styles.markdown} />;
};

export default MarkdownText;
