import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EdgeAnswer, readRequest, sendAnswer } from '../http-api/http-message.ts';
import type { LocalAddresses } from '../runner/local-addresses.ts';
import { cachingOptimized } from '../runner/resource-types.ts';
import type { LocalResource, LocalTemplate } from '../runner/template.ts';
import { TemplateError } from '../runner/template.ts';
import { type ViewerFunction, viewerFunction } from './viewer-function.ts';
import type { Origin } from './website-files.ts';

/** Serves the pages while they are being worked on, in place of the bucket. */
export interface PageServer {
  serve(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Adds to the content security policy what it needs. */
  relax(contentSecurityPolicy: string): string;
}

/** Where the distribution's origins are on this machine. */
export interface WebsiteOrigins {
  /** Host of the HTTP API as the template names it. */
  apiDomain: string;
  api: Origin;
  /** @param compress whether this behaviour lets CloudFront compress. */
  bucket: (compress: boolean) => Origin;
  pageServer?: PageServer;
  /** Believed when it says where a request comes from. */
  sourceAddressHeader?: string;
}

interface BehaviorProperties {
  PathPattern?: string;
  AllowedMethods?: string[];
  Compress?: boolean;
  CachePolicyId: string;
  TargetOriginId: string;
  ResponseHeadersPolicyId?: string;
  FunctionAssociations?: { FunctionARN: string }[];
}

interface DistributionConfig {
  DefaultCacheBehavior: BehaviorProperties;
  CacheBehaviors?: BehaviorProperties[];
  DefaultRootObject?: string;
  CustomErrorResponses?: { ErrorCode: number; ErrorCachingMinTTL?: number }[];
  Origins: { Id: string; DomainName: string }[];
}

interface HeadersPolicy {
  CustomHeadersConfig?: { Items: { Header: string; Value: string; Override: boolean }[] };
  SecurityHeadersConfig?: {
    ContentSecurityPolicy?: { ContentSecurityPolicy: string; Override: boolean };
    ContentTypeOptions?: { Override: boolean };
    FrameOptions?: { FrameOption: string; Override: boolean };
    ReferrerPolicy?: { ReferrerPolicy: string; Override: boolean };
  };
}

interface AddedHeader {
  name: string;
  value: string;
  /** Whether it wins over the origin's. */
  override: boolean;
}

/** Errors that CloudFront keeps whatever their headers say (developer guide, "How CloudFront caches HTTP 4xx and 5xx status codes"). */
const keptErrors = [404, 405, 414, 500, 501, 502, 503, 504];
/** For how long it does, in seconds, where the distribution does not say. */
const keptByDefault = 10;
const mostKept = 1000;

/** The errors that CloudFront gives again, by path alone: it asks neither who wants to know nor with which query. */
const errorCache = (config: DistributionConfig) => {
  const secondsOf = new Map(
    (config.CustomErrorResponses ?? []).map(({ ErrorCode, ErrorCachingMinTTL = keptByDefault }) => [
      ErrorCode,
      ErrorCachingMinTTL,
    ]),
  );
  const kept = new Map<string, { answer: EdgeAnswer; until: number }>();
  return {
    find(path: string): EdgeAnswer | undefined {
      const found = kept.get(path);
      if (found && found.until > Date.now()) return found.answer;
      kept.delete(path);
      return undefined;
    },
    keep(path: string, answer: EdgeAnswer): void {
      const seconds = keptErrors.includes(answer.status)
        ? (secondsOf.get(answer.status) ?? keptByDefault)
        : 0;
      if (seconds === 0) return;
      if (kept.size >= mostKept) kept.clear();
      kept.set(path, { answer, until: Date.now() + seconds * 1000 });
    },
  };
};

interface Behavior {
  matches: RegExp;
  allowedMethods: readonly string[];
  viewerFunction: ViewerFunction | undefined;
  headers: AddedHeader[];
  origin: Origin;
  pageServer: PageServer | undefined;
}

const addedHeaders = (policy: HeadersPolicy): AddedHeader[] => {
  const { CustomHeadersConfig: custom, SecurityHeadersConfig: security = {} } = policy;
  const header = (name: string, value: string | undefined, rule: { Override: boolean } | undefined) =>
    rule && value !== undefined ? [{ name, value, override: rule.Override }] : [];
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy } = security;
  return [
    ...(custom?.Items ?? []).map((item) => ({
      name: item.Header.toLowerCase(),
      value: item.Value,
      override: item.Override,
    })),
    ...header('content-security-policy', ContentSecurityPolicy?.ContentSecurityPolicy, ContentSecurityPolicy),
    ...header('x-content-type-options', 'nosniff', ContentTypeOptions),
    ...header('x-frame-options', FrameOptions?.FrameOption, FrameOptions),
    ...header('referrer-policy', ReferrerPolicy?.ReferrerPolicy, ReferrerPolicy),
  ];
};

/** CloudFront's path patterns: `*` any characters, `?` one. The leading slash may be left out. */
const pathPattern = (pattern: string): RegExp => {
  const escaped = pattern
    .replace(/^\/?/, '/')
    .replace(/[.+^$(){}|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`);
};

const wrongMethod: EdgeAnswer = {
  status: 403,
  headers: { 'content-type': 'text/html' },
  body: 'This distribution is not configured to allow the HTTP request method that was used for this request.',
};

const notOurs: EdgeAnswer = {
  status: 400,
  headers: { 'content-type': 'text/html' },
  body: 'Bad request. The address must begin with a slash.',
};

const gatewayFailed: EdgeAnswer = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: 'The request could not be satisfied.',
};

/**
 * CloudFront: the behaviours of the template's distribution over the bucket and the API.
 * @returns what answers a browser's request.
 * @throws TemplateError when an origin is neither the website's bucket nor the API.
 */
export function website(
  template: LocalTemplate,
  addresses: LocalAddresses,
  origins: WebsiteOrigins,
  onProblem: (line: string) => void,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const distribution = template.only('AWS::CloudFront::Distribution');
  const bucketDomain = template.only('AWS::S3::Bucket').attribute('RegionalDomainName');
  const config = distribution.properties.DistributionConfig as DistributionConfig;
  const byRef = (resources: LocalResource[]) =>
    new Map(resources.map((resource) => [resource.ref, resource]));
  const functions = byRef(template.all('AWS::CloudFront::Function'));
  const policies = byRef(template.all('AWS::CloudFront::ResponseHeadersPolicy'));

  const isBucket = (originId: string): boolean => {
    const domain = config.Origins.find((origin) => origin.Id === originId)?.DomainName;
    if (domain === bucketDomain) return true;
    if (domain === origins.apiDomain) return false;
    throw new TemplateError(
      `${distribution.logicalId}: the origin ${originId} (${domain}) is not understood`,
    );
  };

  const behaviorOf = (properties: BehaviorProperties): Behavior => {
    const fromBucket = isBucket(properties.TargetOriginId);
    const pageServer = fromBucket ? origins.pageServer : undefined;
    const [association] = properties.FunctionAssociations ?? [];
    const edgeFunction = association && functions.get(association.FunctionARN);
    const policy = policies.get(properties.ResponseHeadersPolicyId ?? '');
    const compress = properties.Compress === true && properties.CachePolicyId === cachingOptimized;
    const headers = addedHeaders(
      addresses.localize((policy?.properties.ResponseHeadersPolicyConfig ?? {}) as HeadersPolicy),
    );
    return {
      matches: pathPattern(properties.PathPattern ?? '*'),
      allowedMethods: properties.AllowedMethods ?? ['GET', 'HEAD'],
      viewerFunction:
        edgeFunction && viewerFunction(edgeFunction.logicalId, String(edgeFunction.properties.FunctionCode)),
      headers: headers.map((header) =>
        pageServer && header.name === 'content-security-policy'
          ? { ...header, value: pageServer.relax(header.value) }
          : header,
      ),
      origin: fromBucket ? origins.bucket(compress) : origins.api,
      pageServer,
    };
  };
  const errors = errorCache(config);
  const behaviors = [...(config.CacheBehaviors ?? []), config.DefaultCacheBehavior].map(behaviorOf);

  const answer = async (behavior: Behavior, incoming: IncomingMessage): Promise<EdgeAnswer> => {
    const request = await readRequest(incoming, origins.sourceAddressHeader);
    if (!behavior.allowedMethods.includes(request.method)) return wrongMethod;
    const routed = await behavior.viewerFunction?.(request);
    if (routed && 'answer' in routed) return routed.answer;
    const path = routed?.path ?? request.path;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const kept = isRead ? errors.find(path) : undefined;
    if (kept) return kept;
    const made = await behavior.origin({
      ...request,
      path: path === '/' ? `/${config.DefaultRootObject ?? ''}` : path,
    });
    if (isRead) errors.keep(path, made);
    return made;
  };

  return async (incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?', 1);
    // Such as `*` or another site's whole address.
    if (!path.startsWith('/')) return sendAnswer(outgoing, notOurs, incoming.method ?? 'GET');
    const behavior = behaviors.find((one) => one.matches.test(path)) as Behavior;
    // A page server has a fallback of its own for screens, and addresses of its own that the function would rewrite.
    if (behavior.pageServer && path !== '/config.json') {
      for (const { name, value } of behavior.headers) outgoing.setHeader(name, value);
      behavior.pageServer.serve(incoming, outgoing);
      return;
    }
    let made: EdgeAnswer;
    try {
      made = await answer(behavior, incoming);
    } catch (error) {
      onProblem(`${incoming.method} ${path}: ${error instanceof Error ? error.stack : error}`);
      made = gatewayFailed;
    }
    const headers = { ...made.headers };
    for (const { name, value, override } of behavior.headers) {
      if (override || headers[name] === undefined) headers[name] = value;
    }
    sendAnswer(outgoing, { ...made, headers }, incoming.method ?? 'GET');
  };
}
