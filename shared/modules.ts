import { access } from './access/contract.ts';
import { billing } from './billing/contract.ts';
import { chat } from './chat/contract.ts';
import { currency } from './currency/contract.ts';
import { history } from './history/contract.ts';
import { live } from './live/contract.ts';
import { tasks } from './tasks/contract.ts';
import { team } from './team/contract.ts';

/** The one list of modules. A module in it gets its routes, function, alarm, documents and contract tests. */
export const modules = { access, billing, currency, tasks, team, history, live, chat } as const;

export type ModuleName = keyof typeof modules;
export const moduleNames = Object.keys(modules) as ModuleName[];
