import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiText } from '../../scripts/openapi.ts';
import type { Contract } from '../../shared/core/contract.ts';
import { coreErrors } from '../../shared/core/errors.ts';
import { isEntity } from '../../shared/kinds.ts';
import { modules } from '../../shared/modules.ts';
import { fieldsOf } from '../support/named-fields.ts';

const contracts = Object.entries(modules) as [string, Contract][];
const routes = contracts.flatMap(([module, contract]) =>
  Object.entries(contract.routes).map(([name, route]) => ({ label: `${module}.${name}`, contract, route })),
);

describe('the contracts', () => {
  it('name the module they are listed under', () => {
    expect(contracts.map(([, contract]) => contract.module)).toEqual(contracts.map(([name]) => name));
  });

  it('declare each method and path once: the router would silently drop the second', () => {
    // {a} and {b} in the same place are the same path to a router.
    const keys = routes.map(({ route }) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('declare only error codes that exist, and never redefine a core code', () => {
    for (const { label, contract, route } of routes)
      expect([label, (route.errors ?? []).filter((code) => !(code in contract.errors))]).toEqual([label, []]);
    for (const [, contract] of contracts)
      expect(Object.keys(contract.errors).filter((code) => code in coreErrors)).toEqual([]);
  });

  it('answer 204 without a body, and everything else with one that is declared', () => {
    for (const { label, route } of routes)
      expect([label, route.output === undefined]).toEqual([label, route.status === 204]);
  });

  it('declare of every field that names another record of which kind it is, so that tests/contract tries a foreign one', () => {
    // Ids that name nothing but a part of the very record that they are sent in.
    const inner = ['tasks.change subtasks.*.id'];
    // The sender makes it up.
    const own = ['chat.sendMessage id'];
    const undeclared = routes.flatMap(({ label, route }) =>
      fieldsOf(route)
        .filter(({ names, isChoice }) => names === undefined && !isChoice)
        .filter(
          ({ part, path }) =>
            part === 'params' ||
            /^(id|ids|by)$|(Ids?|By)$/.test(path.findLast((name) => name !== '*') as string),
        )
        .filter(({ path }) => path.at(-1) !== 'dueBy')
        .map(({ path }) => `${label} ${path.join('.')}`),
    );
    expect(undeclared.sort()).toEqual([...inner, ...own].sort());
    const kinds = routes.flatMap(({ route }) => fieldsOf(route).flatMap(({ names }) => names ?? []));
    expect([...new Set(kinds)].filter((kind) => kind !== 'record' && !isEntity(kind))).toEqual([]);
  });

  it('are what docs/openapi.json says (npm run openapi writes it)', () => {
    expect(readFileSync('docs/openapi.json', 'utf8')).toBe(openApiText());
  });
});
