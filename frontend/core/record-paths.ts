import { memberKind } from '../../shared/access/kinds.ts';
import { taskKind } from '../../shared/tasks/kind.ts';

/** The page of a member. */
export const memberPath = (userId: string): string => memberKind.pathOf(encodeURIComponent(userId));

/** A task, opened. */
export const taskPath = (taskId: string): string => taskKind.pathOf(encodeURIComponent(taskId));
