import { ListTodo, type LucideIcon, UserRound } from 'lucide-react';

/** What stands for each kind of record, under the name that the kind gives its icon. */
export const kindIcons: Record<string, LucideIcon> = {
  tasks: ListTodo,
  team: UserRound,
};
