import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type LucideIcon, Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { t } from '../../shared/core/translate.ts';
import { haveWords, marked, termsOf } from '../../shared/core/words.ts';
import type { SearchHit } from '../../shared/history/contract.ts';
import { type FoundEntity, headingOf, isFound, kinds, recordPath } from '../../shared/kinds.ts';
import { taskStatusLabels } from '../../shared/tasks/rules.ts';
import { api } from '../core/api.ts';
import { membersFoundPath, paths, tasksFoundPath } from '../core/paths.ts';
import { routeTable } from '../core/route-table.ts';
import { useMember } from '../core/session.ts';
import { keyOf, openingState } from '../core/url-state.ts';
import { StatusBadge } from '../features/tasks/task-badges.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { isComposing } from '../ui/composing.ts';
import { Icon } from '../ui/icon.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { SkeletonBar } from '../ui/skeleton.tsx';
import { kindIcons } from './kind-icons.ts';
import { noteOpened, openedRecords } from './opened-records.ts';
import { pagesFor, startPages } from './search-pages.ts';
import styles from './search-results.module.css';

/** Milliseconds without a key after which the server is asked. */
const askAfter = 120;

/** Said where more is found than is shown. */
const moreOf = (entity: FoundEntity): string =>
  t(
    '{entity, select, task {More tasks match.} member {More members match.} other {More match.}} Type more letters to find them.',
    { entity },
  );

/** Said where nothing was found among those that could be looked at. */
const tooMany = (): string =>
  t('Very many have words that begin like these. Type more letters, or search inside all of them.');

/** One line that can be chosen. */
interface Choice {
  key: string;
  group: string;
  to: string;
  title: string;
  /** Shown behind the title. */
  detail?: string;
  /** Stands for a record that was found; others have an icon. */
  hit?: SearchHit;
  /** It was found before: what has become of it since is not known. */
  remembered?: true;
  icon?: LucideIcon;
}

const choiceOf = (hit: SearchHit): Choice => ({
  key: `${hit.entity}-${hit.id}`,
  group: headingOf(hit.entity),
  to: recordPath(hit.entity, hit.id) ?? paths.dashboard,
  title: hit.title,
  hit,
});

/** A text as it is once nobody has changed it for a moment. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), askAfter);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

/** Whether a record that was found by an older text is found by this one, too. */
const stillFits = ({ entity, title, detail }: SearchHit, terms: readonly string[]): boolean =>
  haveWords(terms, title, entity === 'member' ? detail : '');

/** What the server finds; until then, what of its last answer still fits. */
const useHits = (typed: string, terms: readonly string[]) => {
  const asked = useSettled(typed);
  const wanted = terms.length > 0;
  const found = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => api(routeTable.history.search, { query: { q: asked }, signal }),
    enabled: wanted && termsOf(asked).length > 0,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const fresh = !wanted || (asked === typed && found.isSuccess && !found.isPlaceholderData);
  // While the server is newer than this page, it may find kinds of record that are not known here.
  const items = (found.data?.items ?? []).filter(({ entity }) => isFound(entity));
  return {
    found,
    hits: wanted ? items.filter((hit) => fresh || stillFits(hit, terms)) : [],
    /** The kinds of which more is found than is shown. */
    more: wanted && fresh ? (found.data?.more ?? []).filter(isFound) : [],
    /** Whether this is what is found by what is typed now. */
    fresh,
    failed: wanted && asked === typed && found.isError,
  };
};

const Words = ({ text, terms }: { text: string; terms: readonly string[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name than their place.
  marked(text, terms).map(({ text: part, matched }, at) => (matched ? <mark key={at}>{part}</mark> : part));

const Line = ({
  choice: { hit, icon, title, detail, remembered },
  terms,
}: {
  choice: Choice;
  terms: readonly string[];
}) => {
  const status = hit?.entity === 'task' && !remembered ? keyOf(taskStatusLabels, hit.detail) : undefined;
  const address = hit?.entity === 'member' && hit.detail !== title ? hit.detail : undefined;
  return (
    <>
      {hit?.entity === 'member' ? (
        <Avatar person={{ id: hit.id, name: hit.title, email: hit.detail }} size="small" />
      ) : (
        <span className={styles.icon}>
          <Icon of={icon ?? (hit && kindIcons[kinds[hit.entity].icon ?? '']) ?? Search} />
        </span>
      )}
      <span dir="auto" className={styles.title}>
        <Words text={title} terms={terms} />
      </span>
      {address && (
        <span className={styles.detail}>
          <Words text={address} terms={terms} />
        </span>
      )}
      {detail && <span className={styles.detail}>{detail}</span>}
      {status && <StatusBadge status={status} />}
    </>
  );
};

export interface SearchResultsProps {
  /** Of the list; the field says that it controls it. */
  id: string;
  /** As it stands in the field. */
  text: string;
  /** What the field hands its keys to. */
  onKey: RefObject<((event: KeyboardEvent) => void) | null>;
  /** Tells the field which line is chosen at the moment. */
  onActive: (lineId: string | undefined) => void;
  onClose: () => void;
}

/** What is found, and where else one can go: lines of which the field's arrow keys choose one and Enter opens it. */
const SearchResults = ({ id, text, onKey, onActive, onClose }: SearchResultsProps) => {
  const { user, membership } = useMember();
  const { pathname } = useLocation();
  const organizationId = membership.organization.id;
  const typed = text.trim();
  const terms = useMemo(() => termsOf(typed), [typed]);
  const { found, hits, more, fresh, failed } = useHits(typed, terms);
  const [opened] = useState(() => openedRecords(user.id, organizationId));
  // Undefined: the first, whichever that comes to be.
  const [chosen, setChosen] = useState<{ key: string; text: string }>();
  const opensWhenFresh = useRef<string>(null);

  const choices: Choice[] =
    typed === ''
      ? [
          ...opened.map((hit): Choice => ({ ...choiceOf(hit), group: t('Opened last'), remembered: true })),
          ...startPages().map((page) => ({ ...page, key: page.to, group: t('Go to') })),
        ]
      : [
          ...hits.map((hit) => choiceOf(hit)),
          ...pagesFor(terms, membership).map((page) => ({
            ...page,
            key: page.to,
            group: t('Go to'),
          })),
          {
            key: 'all-tasks',
            group: t('Search inside'),
            to: tasksFoundPath(typed),
            icon: Search,
            title: t('All tasks with “{typed}”, in their descriptions too', { typed }),
          },
          {
            key: 'all-members',
            group: t('Search inside'),
            to: membersFoundPath(typed),
            icon: Search,
            title: t('All members with “{typed}”', { typed }),
          },
        ];
  const at = Math.max(
    0,
    choices.findIndex(({ key }) => chosen?.text === typed && key === chosen.key),
  );
  const groups = [...new Set(choices.map(({ group }) => group))];
  const lineId = (choice: Choice | undefined): string | undefined => choice && `${id}-${choice.key}`;
  const activeId = lineId(choices[at]);

  useEffect(() => onActive(activeId), [activeId, onActive]);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const press = (modifiers: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): void => {
    const { ctrlKey, metaKey, shiftKey } = modifiers;
    document
      .getElementById(activeId ?? '')
      ?.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
      );
  };
  const move = (by: number): void => {
    const next = choices[(at + by + choices.length) % choices.length];
    if (next) setChosen({ key: next.key, text: typed });
  };

  useEffect(() => {
    onKey.current = (event) => {
      if (isComposing(event)) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        move(event.key === 'ArrowDown' ? 1 : -1);
      } else if (event.key === 'Enter') {
        event.preventDefault();
        // Typed faster than the answer came: the first line is still one of an older text.
        if (fresh || failed || chosen?.text === typed) press(event);
        else opensWhenFresh.current = typed;
      }
    };
    if (opensWhenFresh.current === null || !(fresh || failed)) return;
    if (opensWhenFresh.current === typed && fresh) press({ ctrlKey: false, metaKey: false, shiftKey: false });
    opensWhenFresh.current = null;
  });

  const nothing = fresh && terms.length > 0 && hits.length === 0;
  const waiting = terms.length > 0 && !found.data && !failed;
  return (
    <>
      <p role="status" className="visually-hidden">
        {terms.length > 0 &&
          fresh &&
          !nothing &&
          [
            t('{count, plural, one {# result.} other {# results.}}', { count: hits.length }),
            ...more.map(moreOf),
          ].join(' ')}
        {nothing && (more.length > 0 ? tooMany() : t('Nothing begins with {typed}', { typed }))}
      </p>
      <div className={styles.results}>
        {failed && (
          <div className={styles.aside}>
            <LoadFailure query={found}>{t('The search did not work.')}</LoadFailure>
          </div>
        )}
        {nothing && (
          <p className={styles.nothing}>
            {more.length > 0
              ? tooMany()
              : t('No task or member has a word that begins with “{typed}”.', { typed })}
          </p>
        )}
        {waiting && (
          <div className={styles.aside} aria-hidden="true">
            <SkeletonBar width="70%" />
            <SkeletonBar width="50%" />
            <SkeletonBar width="60%" />
          </div>
        )}
        <div id={id} role="listbox" aria-label={t('Results')} aria-busy={!fresh && !failed}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, which a fieldset is not.
            <div key={group} role="group" aria-label={group} className={styles.group}>
              <p aria-hidden="true" className={styles.heading}>
                {group}
              </p>
              {choices
                .filter((choice) => choice.group === group)
                .map((choice) => (
                  <Link
                    key={choice.key}
                    id={lineId(choice)}
                    role="option"
                    aria-selected={lineId(choice) === activeId}
                    tabIndex={-1}
                    className={styles.line}
                    to={choice.to}
                    state={openingState(choice.to, pathname)}
                    // The focus stays in the field.
                    onMouseDown={(event) => event.preventDefault()}
                    onPointerMove={() =>
                      choice.key !== choices[at]?.key && setChosen({ key: choice.key, text: typed })
                    }
                    onClick={({ ctrlKey, metaKey, shiftKey }) => {
                      if (choice.hit) noteOpened(user.id, organizationId, choice.hit);
                      // In another tab it leaves this one as it is.
                      if (!ctrlKey && !metaKey && !shiftKey) onClose();
                    }}
                  >
                    <Line choice={choice} terms={choice.hit ? terms : []} />
                  </Link>
                ))}
              {more
                .filter((entity) => headingOf(entity) === group)
                .map((entity) => (
                  <p key={entity} aria-hidden="true" className={styles.more}>
                    {moreOf(entity)}
                  </p>
                ))}
            </div>
          ))}
        </div>
      </div>
    </>
  );
};

export default SearchResults;
