import type { ModuleName } from '../shared/modules.ts';
import type { TableAction } from './table.ts';

/** What a module may touch, and what breaks for whom when it does not work. */
interface ModuleNeeds {
  /** One sentence; its alarms say it. */
  readonly impact: string;
  readonly table: readonly TableAction[];
  /** Asks the identity provider for the caller's name and verified e-mail. */
  readonly userInfo?: true;
}

export const moduleNeeds: Record<ModuleName, ModuleNeeds> = {
  access: {
    impact: 'People cannot sign in, and nobody can found a group.',
    table: ['GetItem', 'PutItem', 'UpdateItem'],
    userInfo: true,
  },
  tasks: {
    impact: 'Members cannot see or change tasks.',
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  },
};
