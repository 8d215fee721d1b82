import { cutTo, firstGrapheme } from '../../shared/core/characters.ts';
import { t } from '../../shared/core/translate.ts';
import styles from './avatar.module.css';
import { classNames } from './class-names.ts';

/** Who is shown: `id` decides the colour; who has no account yet, or none any more, has none. */
interface Pictured {
  id?: string | null | undefined;
  name: string;
  email?: string;
}

/** The first letters of the first and the last word of a name; of a single word the first two. */
export const initialsOf = ({ name, email = '' }: Pictured): string => {
  const [first = '', ...others] = (name.trim() || email.replace(/@.*/, '')).split(/[\s.]+/).filter(Boolean);
  const last = others.at(-1);
  return (last ? firstGrapheme(first) + firstGrapheme(last) : cutTo(first, 2)).toUpperCase();
};

const tints = 8;

/** One of the colours of `app/base.css`, the same one for a person on every screen and device. */
export const tintOf = (id: string): number => {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return 1 + (sum % tints);
};

interface AvatarProps {
  person: Pictured;
  size?: 'small' | 'medium' | 'large';
  /** Marks who is there at the moment, also in words. */
  online?: boolean;
}

/** The initials of a person: a picture beside their name, not a text. */
export const Avatar = ({ person, size = 'medium', online = false }: AvatarProps) => (
  <span className={classNames(styles.avatar, styles[size], !person.id && styles.empty)}>
    <span
      className={styles.picture}
      data-initials={initialsOf(person)}
      data-tint={person.id ? tintOf(person.id) : undefined}
    />
    {online && (
      <span className={styles.online} title={t('Online now')}>
        <span className="visually-hidden">{t('Online now')}</span>
      </span>
    )}
  </span>
);
