import { firstGrapheme } from '../../shared/core/characters.ts';
import styles from './avatar.module.css';
import { classNames } from './class-names.ts';

const initialsOf = ({ name, email }: { name: string; email: string }): string => {
  const words = (name.trim() || email.replace(/@.*/, '')).split(/[\s.]+/).filter(Boolean);
  return [words[0], words.length > 1 ? words[words.length - 1] : undefined]
    .map((word) => firstGrapheme(word ?? ''))
    .join('')
    .toUpperCase();
};

interface AvatarProps {
  person: { name: string; email: string };
  look?: 'strong' | 'soft' | 'empty';
  size?: 'small' | 'medium' | 'large';
  /** Marks who is there at the moment, also in words. */
  online?: boolean;
}

/** The initials of a person: a picture beside their name, not a text. */
export const Avatar = ({ person, look = 'soft', size = 'medium', online = false }: AvatarProps) => (
  <span className={classNames(styles.avatar, styles[look], styles[size])}>
    <span className={styles.picture} data-initials={initialsOf(person)} />
    {online && (
      <span className={styles.online} title="Online now">
        <span className="visually-hidden">Online now</span>
      </span>
    )}
  </span>
);
