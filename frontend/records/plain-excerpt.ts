import { cutTo } from '../../shared/core/characters.ts';

const longest = 240;

/** The first lines of a Markdown text without its marks, for where there is room for two lines only. */
export const plainExcerpt = (markdown: string): string =>
  cutTo(
    cutTo(markdown, longest * 2)
      .replace(
        /```[^\n]*\n?|^#{1,6}\s+|^\s*>\s?|^\s*(?:[-*+]|\d+\.)\s+(?:\[[ xX]\]\s+)?|^\s*(?:[-*_]\s*){3,}$/gm,
        '',
      )
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
      .replace(/(^|\W)[*_](\S.*?)[*_](?=\W|$)/g, '$1$2')
      .replace(/\s+/g, ' ')
      .trim(),
    longest,
  );
