import { access } from './access/contract.ts';
import { tasks } from './tasks/contract.ts';

/** The one list of modules. A module in it gets its routes, function, alarm, documents and contract tests. */
export const modules = { access, tasks } as const;

export type ModuleName = keyof typeof modules;
export const moduleNames = Object.keys(modules) as ModuleName[];
