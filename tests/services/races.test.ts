import { expect, test } from 'vitest';
import { organizationKey } from '../../services/core/organization.ts';
import { team } from '../../shared/team/contract.ts';
import { largestGroup } from '../../shared/team/rules.ts';
import { organization, problemIn, stranger, table } from '../support/people.ts';

// `FAULTS=full` runs a hundred rounds of each.
const rounds = process.env.FAULTS === 'full' ? 100 : 4;
const callers = 50;
// So long that only what never ends is told by it.
const patience = 60_000 + rounds * 15_000;

/** Lets everybody use a code at the same moment. */
const rush = async (people: Awaited<ReturnType<typeof stranger>>[], code: string) => {
  const answers = await Promise.all(
    people.map(async (person) => ({
      person,
      answer: await person.send(team.routes.joinByCode, { body: { code } }),
    })),
  );
  const [joined, refused] = [201, 0].map((status) =>
    answers.filter(({ answer }) => (status === 201) === (answer.status === 201)),
  );
  return { joined: joined ?? [], refused: (refused ?? []).map(({ answer }) => problemIn(answer).code) };
};

test(
  'of fifty who want the last seat, one gets it, round after round',
  async () => {
    const group = await organization();
    const people = await Promise.all(Array.from({ length: callers }, () => stranger()));
    await table().write({
      update: organizationKey(group.id),
      expression: { text: 'ADD members :most, seats :most', values: { ':most': largestGroup - 2 } },
    });
    const { code } = await group.owner.call(team.routes.createCode, { body: {} });
    for (let round = 0; round < rounds; round += 1) {
      const { joined, refused } = await rush(people, code);
      expect(joined).toHaveLength(1);
      expect(refused).toEqual(refused.map((reason) => (reason === 'unavailable' ? reason : 'group.full')));
      expect((await table().get(organizationKey(group.id)))?.seats).toBe(largestGroup);
      await group.owner.call(team.routes.removeMember, { params: { userId: joined[0]!.person.userId } });
    }
  },
  patience,
);

test(
  'of fifty who want the last use of a code, one gets it, round after round',
  async () => {
    const group = await organization();
    const people = await Promise.all(Array.from({ length: callers }, () => stranger()));
    for (let round = 0; round < rounds; round += 1) {
      const made = await group.owner.call(team.routes.createCode, { body: { maxUses: 1 } });
      const { joined, refused } = await rush(people, made.code);
      expect(joined).toHaveLength(1);
      expect(refused).toEqual(refused.map((reason) => (reason === 'unavailable' ? reason : 'code.used_up')));
      const { items } = await group.owner.call(team.routes.listCodes, {});
      expect(items.find(({ id }) => id === made.id)?.currentUses).toBe(1);
      await group.owner.call(team.routes.removeCode, { params: { codeId: made.id } });
      await group.owner.call(team.routes.removeMember, { params: { userId: joined[0]!.person.userId } });
    }
  },
  patience,
);
