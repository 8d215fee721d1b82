import type { AwsGateway } from '../iam/aws-gateway.ts';
import { type Policy, readPolicy } from '../iam/iam-policy.ts';
import type { LocalAddresses } from '../runner/local-addresses.ts';
import { type LocalResource, type LocalTemplate, TemplateError } from '../runner/template.ts';
import { type Invocation, type LocalFunction, localFunction } from './functions.ts';

interface FunctionProperties {
  Code: { S3Key: string };
  Handler: string;
  Role: string;
  Timeout?: number;
  MemorySize?: number;
  Environment?: { Variables?: Record<string, string> };
}

const trustsLambda = (role: LocalResource): boolean => {
  const document = role.properties.AssumeRolePolicyDocument as {
    Statement: { Effect: string; Action: string; Principal: { Service?: string } }[];
  };
  return document.Statement.some(
    (statement) =>
      statement.Effect === 'Allow' &&
      statement.Action === 'sts:AssumeRole' &&
      statement.Principal.Service === 'lambda.amazonaws.com',
  );
};

const policiesOf = (role: LocalResource, template: LocalTemplate): Policy[] => {
  const inline = (role.properties.Policies ?? []) as { PolicyName: string; PolicyDocument: unknown }[];
  const attached = template
    .all('AWS::IAM::Policy')
    .filter((policy) => (policy.properties.Roles as string[]).includes(role.ref));
  return [
    ...inline.map((policy) => readPolicy(policy.PolicyDocument, `${role.logicalId} ${policy.PolicyName}`)),
    ...attached.map((policy) => readPolicy(policy.properties.PolicyDocument, policy.logicalId)),
  ];
};

/** What the role of a function permits. */
export const policiesOfFunction = (template: LocalTemplate, functionArn: string): Policy[] => {
  const resource = template.all('AWS::Lambda::Function').find((one) => one.attribute('Arn') === functionArn);
  return template
    .all('AWS::IAM::Role')
    .filter((role) => role.attribute('Arn') === resource?.properties.Role)
    .flatMap((role) => policiesOf(role, template));
};

/**
 * The functions of the template, each with the credentials of its own role.
 * @returns by the function's ARN.
 * @throws TemplateError or PolicyError naming what is missing or not understood.
 */
export function localFunctions(
  template: LocalTemplate,
  addresses: LocalAddresses,
  gateway: AwsGateway,
  onInvocation: (invocation: Invocation) => void,
): Map<string, LocalFunction> {
  const { region } = template.world;
  const roles = new Map(template.all('AWS::IAM::Role').map((role) => [role.attribute('Arn'), role]));
  const makeFunction = (resource: LocalResource): [string, LocalFunction] => {
    const properties = resource.properties as unknown as FunctionProperties;
    const name = resource.ref;
    const role = roles.get(properties.Role);
    if (!role || !trustsLambda(role)) {
      throw new TemplateError(
        `${resource.logicalId} has no role that Lambda may take on (${properties.Role})`,
      );
    }
    const credentials = gateway.credentialsFor(name, role.ref, policiesOf(role, template));
    const memoryMb = properties.MemorySize ?? 128;
    const codeDir = template.assetPath(properties.Code.S3Key);
    const environment = {
      ...addresses.localize(properties.Environment?.Variables ?? {}),
      // Lambda's own. Source: Lambda developer guide, "Defined runtime environment variables".
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: credentials.sessionToken,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      LAMBDA_TASK_ROOT: codeDir,
      LANG: 'en_US.UTF-8',
      PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
      TZ: ':UTC',
      _HANDLER: properties.Handler,
      // The one difference: where AWS's services are.
      AWS_ENDPOINT_URL: gateway.endpoint,
    };
    const definition = {
      name,
      arn: resource.attribute('Arn'),
      codeDir,
      handler: properties.Handler,
      timeoutSeconds: properties.Timeout ?? 3,
      memoryMb,
      environment,
    };
    return [definition.arn, localFunction(definition, onInvocation)];
  };
  return new Map(template.all('AWS::Lambda::Function').map(makeFunction));
}
