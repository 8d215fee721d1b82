import { t } from '../../shared/core/translate.ts';
import { toast } from './toast-store.ts';

/**
 * Copies a text and says that it was copied.
 * @returns false when the browser does not let us; then the person is told to copy by hand
 */
export const copyText = async (text: string, done: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    toast({ kind: 'success', title: done });
    return true;
  } catch (error) {
    console.warn('The clipboard refused', error);
    toast({ kind: 'warning', title: t('This browser does not let us copy. Copy it by hand.') });
    return false;
  }
};
