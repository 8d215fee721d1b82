import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  deploymentHelpers,
  type NamedResource,
  type ResourceType,
  typesWithoutCounterpart,
  type Understanding,
  understoodTypes,
  used,
  type World,
} from './resource-types.ts';

/** The template says something that this machine does not understand. Names it. */
export class TemplateError extends Error {
  override name = 'TemplateError';
}

/** A resource with its intrinsics resolved. Host names are still AWS's ({@link ./local-addresses.ts} maps them). */
export interface LocalResource {
  readonly logicalId: string;
  /** What `Ref` gives for it. */
  readonly ref: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** What `Fn::GetAtt` gives for it. */
  attribute(name: string): string;
}

interface RawResource {
  Type: string;
  Properties?: Record<string, unknown>;
}

interface RawTemplate {
  Resources: Record<string, RawResource>;
  Parameters?: Record<string, { Default?: unknown }>;
  Outputs?: Record<string, { Value: unknown }>;
}

const readJson = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content;

/**
 * The one stack of a cloud assembly.
 * @throws TemplateError when there is none, or more than one.
 */
export function stackOf(assemblyDir: string): { name: string; templateFile: string } {
  const { artifacts } = readJson<{
    artifacts: Record<string, { type: string; properties: { templateFile: string } }>;
  }>(join(assemblyDir, 'manifest.json'));
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack] = stacks;
  if (!stack || stacks.length > 1) {
    throw new TemplateError(`${assemblyDir} must hold exactly one stack, but holds ${stacks.length}`);
  }
  const [name, { properties }] = stack;
  return { name, templateFile: join(assemblyDir, properties.templateFile) };
}

/** Says how to read a resource that is only referred to, such as a log group in a policy: by any name, nobody looks at it. */
const nameOnly: ResourceType = { properties: {}, ref: ({ logicalId }) => logicalId };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What may stand beside Properties. A Condition may not: it would decide whether the resource exists. */
const resourceKeys = new Set([
  'Type',
  'Properties',
  'DependsOn',
  'Metadata',
  'DeletionPolicy',
  'UpdateReplacePolicy',
]);

/** A synthesized template that was understood completely. */
export class LocalTemplate {
  readonly world: World;
  readonly #raw: RawTemplate;
  readonly #assetPaths: ReadonlyMap<string, string>;
  readonly #resources = new Map<string, LocalResource>();

  /**
   * Reads the one stack of a cloud assembly (what `cdk synth` writes).
   * @throws TemplateError naming the first resource type, property, value or intrinsic that is not understood.
   */
  constructor(assemblyDir: string, place: Omit<World, 'stackName'>) {
    const { name: stackName, templateFile } = stackOf(assemblyDir);
    this.world = { ...place, stackName };
    this.#raw = readJson<RawTemplate>(templateFile);
    const { files } = readJson<{
      files: Record<
        string,
        { source: { path: string }; destinations: Record<string, { objectKey: string }> }
      >;
    }>(join(assemblyDir, `${stackName}.assets.json`));
    this.#assetPaths = new Map(
      Object.values(files).flatMap((file) =>
        Object.values(file.destinations).map(({ objectKey }) => [
          objectKey,
          join(assemblyDir, file.source.path),
        ]),
      ),
    );
    for (const [logicalId, resource] of Object.entries(this.#raw.Resources)) this.#check(logicalId, resource);
  }

  /** All resources of a type that stand for a part of the system. */
  all(type: string): LocalResource[] {
    return Object.entries(this.#raw.Resources)
      .filter(([logicalId, resource]) => resource.Type === type && !isDeploymentHelper(logicalId))
      .map(([logicalId]) => this.#resource(logicalId));
  }

  /**
   * The one resource of a type.
   * @throws TemplateError when there is none or more than one.
   */
  only(type: string): LocalResource {
    const list = this.all(type);
    const [resource] = list;
    if (!resource || list.length > 1) {
      throw new TemplateError(`the template must have one ${type}, but has ${list.length}`);
    }
    return resource;
  }

  /**
   * The resolved value of an output.
   * @throws TemplateError when there is no such output.
   */
  output(name: string): string {
    const output = this.#raw.Outputs?.[name];
    if (!output) throw new TemplateError(`the template has no output ${name}`);
    return String(this.#resolve(output.Value, `output ${name}`));
  }

  /**
   * Folder of an asset.
   * @param objectKey the key under which it would lie in S3.
   * @throws TemplateError when the assembly has no such asset.
   */
  assetPath(objectKey: string): string {
    const path = this.#assetPaths.get(objectKey);
    if (path === undefined) throw new TemplateError(`the assembly has no asset ${objectKey}`);
    return path;
  }

  #check(logicalId: string, raw: RawResource): void {
    if (raw.Type in typesWithoutCounterpart || isDeploymentHelper(logicalId)) return;
    const type = understoodTypes[raw.Type];
    if (!type) {
      throw new TemplateError(
        `${logicalId}: the resource type ${raw.Type} is not understood on this machine. ` +
          'Say in infra/local/runner/resource-types.ts what it means here, or why it means nothing.',
      );
    }
    const strangeKey = Object.keys(raw).find((key) => !resourceKeys.has(key));
    if (strangeKey) throw new TemplateError(`${logicalId} (${raw.Type}): ${strangeKey} is not understood`);
    const { properties } = this.#resource(logicalId);
    for (const [name, value] of Object.entries(properties)) {
      checkProperty(`${logicalId} (${raw.Type}): property ${name}`, value, type.properties[name]);
    }
  }

  #typeOf(logicalId: string, where: string): ResourceType {
    const raw = this.#raw.Resources[logicalId];
    if (!raw) throw new TemplateError(`${where} refers to ${logicalId}, which the template does not have`);
    return understoodTypes[raw.Type] ?? nameOnly;
  }

  #named(logicalId: string): NamedResource {
    return {
      logicalId,
      property: (name) =>
        this.#resolve(this.#raw.Resources[logicalId]?.Properties?.[name], `${logicalId}.${name}`),
    };
  }

  #resource(logicalId: string): LocalResource {
    const known = this.#resources.get(logicalId);
    if (known) return known;
    const raw = this.#raw.Resources[logicalId];
    const resource: LocalResource = {
      logicalId,
      ref: this.#ref(logicalId, logicalId),
      properties: this.#resolve(raw?.Properties ?? {}, logicalId) as Record<string, unknown>,
      attribute: (name) => this.#attribute(logicalId, name, logicalId),
    };
    this.#resources.set(logicalId, resource);
    return resource;
  }

  #ref(name: string, where: string): string {
    const parameter = this.#raw.Parameters?.[name];
    if (parameter) {
      if (parameter.Default !== undefined) return String(parameter.Default);
      throw new TemplateError(`${where}: the parameter ${name} has no default, so it has no value here`);
    }
    const { world } = this;
    switch (name) {
      case 'AWS::Region':
        return world.region;
      case 'AWS::AccountId':
        return world.accountId;
      case 'AWS::Partition':
        return 'aws';
      case 'AWS::URLSuffix':
        return 'amazonaws.com';
      case 'AWS::StackName':
        return world.stackName;
    }
    if (name.startsWith('AWS::')) throw new TemplateError(`${where}: ${name} is not understood`);
    return this.#typeOf(name, where).ref(this.#named(name), world);
  }

  #attribute(logicalId: string, name: string, where: string): string {
    const type = this.#typeOf(logicalId, where);
    if (type === nameOnly) return `${logicalId}.${name}`;
    const attribute = type.attributes?.[name];
    if (!attribute) {
      const typeName = this.#raw.Resources[logicalId]?.Type;
      throw new TemplateError(
        `${where}: the attribute ${name} of ${logicalId} (${typeName}) is not understood`,
      );
    }
    return attribute(this.#named(logicalId), this.world);
  }

  #resolve(value: unknown, where: string): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#resolve(entry, where));
    if (!isRecord(value)) return value;
    const [key, ...others] = Object.keys(value);
    if (key !== undefined && others.length === 0 && (key === 'Ref' || key.startsWith('Fn::'))) {
      return this.#intrinsic(key, value[key], where);
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, this.#resolve(entry, `${where}.${name}`)]),
    );
  }

  #intrinsic(name: string, argument: unknown, where: string): unknown {
    switch (name) {
      case 'Ref':
        return this.#ref(String(argument), where);
      case 'Fn::GetAtt': {
        const [logicalId, ...attribute] = Array.isArray(argument) ? argument : String(argument).split('.');
        return this.#attribute(String(logicalId), attribute.join('.'), where);
      }
      case 'Fn::Join': {
        const [separator, parts] = argument as [string, unknown];
        return (this.#resolve(parts, where) as unknown[]).join(separator);
      }
      case 'Fn::Sub': {
        if (typeof argument !== 'string') {
          throw new TemplateError(`${where}: Fn::Sub with variables of its own is not understood`);
        }
        return argument.replace(/\$\{([^}]+)\}/g, (_, reference: string) => {
          if (reference.startsWith('!')) return `\${${reference.slice(1)}}`;
          const [logicalId = '', ...attribute] = reference.split('.');
          return attribute.length > 0
            ? this.#attribute(logicalId, attribute.join('.'), where)
            : this.#ref(reference, where);
        });
      }
      default:
        throw new TemplateError(`${where}: the intrinsic ${name} is not understood`);
    }
  }
}

const isDeploymentHelper = (logicalId: string): boolean =>
  Object.keys(deploymentHelpers).some((prefix) => logicalId.startsWith(prefix));

const checkProperty = (where: string, value: unknown, understanding: Understanding | undefined): void => {
  if (understanding === undefined) {
    throw new TemplateError(
      `${where} is not understood on this machine. ` +
        'Say in infra/local/runner/resource-types.ts what it means here, or why it means nothing.',
    );
  }
  if (understanding === used || typeof understanding === 'string') return;
  if (Array.isArray(understanding)) {
    const isUnderstood = understanding.some((known) => JSON.stringify(known) === JSON.stringify(value));
    if (!isUnderstood)
      throw new TemplateError(`${where}: the value ${JSON.stringify(value)} is not understood`);
    return;
  }
  const nested = understanding as Readonly<Record<string, Understanding>>;
  for (const part of Array.isArray(value) ? value : [value]) {
    if (!isRecord(part)) throw new TemplateError(`${where} should be an object or a list of objects`);
    for (const [name, entry] of Object.entries(part)) checkProperty(`${where}.${name}`, entry, nested[name]);
  }
};
