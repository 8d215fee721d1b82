import { explain } from '../core/failure.ts';
import { toast } from '../ui/toast-store.ts';

/** Says that something failed (the texts of S2 §8), and why if that helps. */
export const notifyFailure = (title: string, error: unknown, why = explain(error)): void =>
  toast({ kind: 'error', title, detail: why });
