import type { LocalFunction } from '../lambda/functions.ts';
import { type LocalTemplate, TemplateError } from '../runner/template.ts';

/** A rule of EventBridge that calls a function at regular times. */
export interface LocalSchedule {
  /** Such as `guildhall-dev-refresh-rates`. */
  name: string;
  functionName: string;
  everySeconds: number;
  nextAt: Date;
  /** Calls it now. Resolves when it has ended: true when it went well. */
  run(): Promise<boolean>;
}

export interface LocalSchedules {
  list(): LocalSchedule[];
  stop(): void;
}

const unitSeconds: Record<string, number> = { minute: 60, hour: 3600, day: 86_400 };

const secondsOf = (expression: string, where: string): number => {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const seconds = unitSeconds[unit ?? ''];
  if (!count || !seconds) throw new TemplateError(`${where}: the schedule ${expression} is not understood`);
  return Number(count) * seconds;
};

const mayBeCalled = (template: LocalTemplate, functionArn: string, ruleArn: string): boolean =>
  template
    .all('AWS::Lambda::Permission')
    .some(
      ({ properties }) =>
        properties.FunctionName === functionArn &&
        properties.Principal === 'events.amazonaws.com' &&
        properties.SourceArn === ruleArn,
    );

/**
 * Starts the schedules of the template: each runs at once, then at its own rate.
 * @throws TemplateError naming a rule whose target does not exist or may not be called by it.
 */
export function localSchedules(
  template: LocalTemplate,
  functions: ReadonlyMap<string, LocalFunction>,
): LocalSchedules {
  const schedules = template.all('AWS::Events::Rule').map((rule): LocalSchedule => {
    const { ScheduleExpression: expression, Targets: targets } = rule.properties as {
      ScheduleExpression: string;
      Targets: { Arn: string }[];
    };
    const everySeconds = secondsOf(expression, rule.logicalId);
    const arn = rule.attribute('Arn');
    const called = targets.map((target) => {
      const found = functions.get(target.Arn);
      if (!found) throw new TemplateError(`${rule.logicalId}: there is no function behind ${target.Arn}`);
      if (!mayBeCalled(template, target.Arn, arn)) {
        throw new TemplateError(`${rule.logicalId} has no permission to call ${found.definition.name}`);
      }
      return found;
    });
    return {
      name: rule.ref,
      functionName: called.map(({ definition }) => definition.name).join(', '),
      everySeconds,
      nextAt: new Date(Date.now() + everySeconds * 1000),
      run: async () => {
        const event = JSON.stringify({
          version: '0',
          'detail-type': 'Scheduled Event',
          source: 'aws.events',
          account: template.world.accountId,
          time: new Date().toISOString(),
          region: template.world.region,
          resources: [arn],
          detail: {},
        });
        const results = await Promise.all(called.map((one) => one.invoke(event, `schedule ${rule.ref}`)));
        return results.every(({ ok }) => ok);
      },
    };
  });
  const timers = schedules.map((schedule) =>
    setInterval(() => {
      schedule.nextAt = new Date(Date.now() + schedule.everySeconds * 1000);
      void schedule.run();
    }, schedule.everySeconds * 1000).unref(),
  );
  return { list: () => schedules, stop: () => timers.forEach(clearInterval) };
}
