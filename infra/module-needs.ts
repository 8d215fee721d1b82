import type { ModuleName } from '../shared/modules.ts';
import type { RunbookPage } from './alarms.ts';

/**
 * A transaction needs no action of its own: IAM asks for those of its parts. `Query` is of the table and its indexes,
 * `QueryIndex` of the indexes alone.
 */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'QueryIndex'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** What a function may touch, and what breaks for whom when it does not work. All that is not here is not permitted. */
export interface FunctionNeeds {
  /** One sentence; its alarms say it. */
  readonly impact: string;
  /** The runbook's page for when it fails, if it has one of its own. */
  readonly runbook?: RunbookPage;
  /** How long one call may take; 10 unless it is said here. */
  readonly timeoutSeconds?: number;
  readonly table: readonly TableAction[];
  /** Removes the sign-ins of people from the user pool. */
  readonly signIns?: true;
  /** Asks the identity provider for the caller's name and verified e-mail. */
  readonly userInfo?: true;
  /** Knows the website's address: for links in mails, where Stripe sends people back to, and whose pages may open sockets. */
  readonly website?: true;
  /** Sends mail as us. */
  readonly mail?: true;
  /** Reads this secret, `guildhall/<stage>/<name>`, and calls the service that it belongs to. */
  readonly secret?: 'stripe';
  /** Posts to open sockets and closes them. */
  readonly sockets?: true;
  /** Knows for how many days the history is kept. */
  readonly historyDays?: true;
  /** Fetches exchange rates. */
  readonly rates?: true;
}

/** A function that answers no route of a contract: something else calls it. */
interface OtherFunction extends FunctionNeeds {
  /** Its file. */
  readonly entry: `services/${string}.ts`;
  readonly calledBy:
    | { readonly schedule: 'hourly' }
    | { readonly route: `POST /api/${string}` }
    /** The table's stream, with the changes of records. */
    | { readonly changes: true }
    /** All routes of the WebSocket API. */
    | { readonly socket: true };
}

/** The functions of the modules, each behind the routes of its contract. `UpdateItem` in all: each counts the requests of a person. */
export const moduleNeeds: Record<ModuleName, FunctionNeeds> = {
  access: {
    impact: 'People cannot sign in, and nobody can found a group.',
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    userInfo: true,
    signIns: true,
    website: true,
    mail: true,
    sockets: true,
  },
  tasks: {
    impact: 'Members cannot see or change tasks.',
    // Checks of the membership, in the transaction that makes or moves a record.
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
  },
  team: {
    impact: 'Nobody can join a group or be invited, and account holders cannot see or remove members.',
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    userInfo: true,
    website: true,
    mail: true,
    sockets: true,
  },
  billing: {
    impact: 'Account holders cannot choose a plan, manage their card, or close their group.',
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    website: true,
    mail: true,
    secret: 'stripe',
    sockets: true,
    // Closing a group cancels at Stripe and then writes to each of its 25 members.
    timeoutSeconds: 25,
  },
  currency: {
    impact: 'Amounts in other currencies are converted with the built-in rates.',
    table: ['GetItem', 'UpdateItem'],
  },
  history: {
    impact: 'Pages do not learn what they missed while they were offline, and nobody can see what happened.',
    table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'],
  },
  live: {
    impact: 'Pages cannot ask for a live connection; they show changes only when they are loaded again.',
    table: ['GetItem', 'PutItem', 'UpdateItem'],
  },
  chat: {
    impact: 'Members cannot read or send messages in the team chat.',
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    sockets: true,
  },
};

/** All others, by the name that their logs and alarms have. The webhook's is the only public route beside the contracts'. */
export const otherFunctions = {
  'stripe-webhook': {
    impact: 'Payments and cancellations at Stripe do not reach us: people who paid stay locked out.',
    entry: 'services/billing/stripe-webhook.ts',
    calledBy: { route: 'POST /api/stripe/webhook' },
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    website: true,
    mail: true,
    secret: 'stripe',
  },
  'trial-reminders': {
    impact: 'Account holders are not told that their trial ends tomorrow.',
    entry: 'services/billing/trial-reminders.ts',
    calledBy: { schedule: 'hourly' },
    // All groups whose trial ends within the same hours, each with a mail of up to five seconds.
    timeoutSeconds: 60,
    table: ['GetItem', 'QueryIndex', 'PutItem', 'DeleteItem'],
    website: true,
    mail: true,
  },
  'finish-deletions': {
    impact: 'What is left of deleted accounts is not cleared away.',
    runbook: 'deletions-fail',
    entry: 'services/access/finish-deletions.ts',
    calledBy: { schedule: 'hourly' },
    timeoutSeconds: 60,
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    signIns: true,
    website: true,
    mail: true,
    sockets: true,
  },
  'refresh-rates': {
    impact: 'Exchange rates get old; after 24 hours the built-in ones are used.',
    runbook: 'rates-are-stale',
    entry: 'services/currency/refresh-rates.ts',
    calledBy: { schedule: 'hourly' },
    table: ['GetItem', 'PutItem'],
    rates: true,
  },
  'change-feed': {
    impact: 'Changes of one member do not show at the others, and nothing is added to the history.',
    runbook: 'changes-fail',
    entry: 'services/history/change-feed.ts',
    calledBy: { changes: true },
    // Five hundred changes, and a post to each open socket of their groups.
    timeoutSeconds: 60,
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    sockets: true,
    historyDays: true,
  },
  socket: {
    impact: 'Nobody gets live updates; pages show changes only when they are loaded again.',
    runbook: 'sockets-fail',
    entry: 'services/live/socket.ts',
    calledBy: { socket: true },
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    website: true,
    sockets: true,
  },
} satisfies Record<string, OtherFunction>;

export type OtherFunctionName = keyof typeof otherFunctions;
export const otherFunctionNames = Object.keys(otherFunctions) as OtherFunctionName[];
export const otherFunction = (name: OtherFunctionName): OtherFunction => otherFunctions[name];

export type FunctionName = ModuleName | OtherFunctionName;
