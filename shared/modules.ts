import { access } from './access/contract.ts';
import { billing } from './billing/contract.ts';
import { currency } from './currency/contract.ts';
import { tasks } from './tasks/contract.ts';
import { team } from './team/contract.ts';

/** The one list of modules. A module in it gets its routes, function, alarm, documents and contract tests. */
export const modules = { access, billing, currency, tasks, team } as const;

export type ModuleName = keyof typeof modules;
export const moduleNames = Object.keys(modules) as ModuleName[];
