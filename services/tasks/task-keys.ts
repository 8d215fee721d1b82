import type { Priority, TaskStatus } from '../../shared/tasks/contract.ts';
import type { Key } from '../core/table.ts';

/** "Which tasks has this group, newest first?" Ids are ULIDs, so they sort by the moment of creation. */
export const taskPartition = (organizationId: string) => `ORG#${organizationId}#TASKS`;
export const taskKey = (organizationId: string, taskId: string): Key => ({
  pk: taskPartition(organizationId),
  sk: taskId,
});

/** "Which tasks of this group are in Trash?" A deleted task moves here, so that lists never wade through deleted ones. */
export const deletedTaskPartition = (organizationId: string) => `ORG#${organizationId}#DELETED_TASKS`;
export const deletedTaskKey = (organizationId: string, taskId: string): Key => ({
  pk: deletedTaskPartition(organizationId),
  sk: taskId,
});

/** "Which tasks are in this status, newest first?" (index gsi1) */
export const statusPartition = (organizationId: string, status: TaskStatus) =>
  `ORG#${organizationId}#TASKS#STATUS#${status}`;

/** "Which tasks have this priority, newest first?" (index gsi2) */
export const priorityPartition = (organizationId: string, priority: Priority) =>
  `ORG#${organizationId}#TASKS#PRIORITY#${priority}`;
