import type { Frame, Signal } from '../../shared/live/frames.ts';

/** What is used of a browser's WebSocket. */
export type SocketLike = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

interface LiveSocketOptions {
  /** An address that can be opened once. */
  address: () => Promise<string>;
  open: (address: string) => SocketLike;
  /** Whether a failure to get an address says that there is none for this person. */
  isRefusal: (error: unknown) => boolean;
  onRefused: () => void;
  onFrame: (frame: Frame) => void;
  /** The connection stands, or is lost. */
  onChange: (connected: boolean) => void;
  /** Whether nobody looks at the page. */
  isHidden: () => boolean;
}

/** A connection that comes back by itself. */
export interface LiveSocket {
  /** Somebody looks again, or the network is back: finds out at once whether the connection stands, or makes one. */
  wake: () => void;
  stop: () => void;
}

/** What API Gateway says in our place when nobody could answer. Source: its developer guide, "WebSocket APIs". */
interface GatewayFailure {
  message: string;
  connectionId: string;
  requestId: string;
}

const isGatewayFailure = (frame: Frame | GatewayFailure): frame is GatewayFailure =>
  'message' in frame && typeof frame.message === 'string';

/** Milliseconds. API Gateway ends a socket that is silent for ten minutes. */
const pingEvery = { visible: 120_000, hidden: 300_000 };
const answerWithin = 10_000;
/** The first attempt comes almost at once, each further one waits up to twice as long, by full jitter. */
const firstWait = 300;
const shortestWait = 1_000;
const longestWait = 60_000;
/** A refusal waits as long as after so many failures. */
const refusedLike = 7;
/** A connection that stands for so long was a good one: the next attempt is a first one again. */
const steadyAfter = 10_000;

/** Keeps a socket open: ticket, `hello`, heartbeat, and new attempts with backoff. */
export const liveSocket = ({
  address,
  open,
  isRefusal,
  onRefused,
  onFrame,
  onChange,
  isHidden,
}: LiveSocketOptions): LiveSocket => {
  let state: 'connecting' | 'connected' | 'waiting' | 'stopped' = 'waiting';
  let socket: SocketLike | undefined;
  /** Counts attempts: what an earlier one still says is not heard. */
  let attempt = 0;
  let failures = 0;
  const timers: Partial<Record<'answer' | 'ping' | 'retry' | 'steady', ReturnType<typeof setTimeout>>> = {};

  const after = (name: keyof typeof timers, delay: number, run: () => void): void => {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(run, delay);
  };

  /** Lets go of the socket and of all that waits. */
  const letGo = (): void => {
    attempt += 1;
    for (const timer of Object.values(timers)) clearTimeout(timer);
    socket?.close();
    socket = undefined;
  };

  const lose = (): void => {
    letGo();
    const stood = state === 'connected';
    state = 'waiting';
    if (stood) onChange(false);
    const longest =
      failures === 0 ? firstWait : Math.min(longestWait, shortestWait * 2 ** Math.min(failures - 1, 10));
    failures += 1;
    after('retry', Math.random() * longest, () => void connect());
  };

  const say = (action: Signal['action']): void => {
    socket?.send(JSON.stringify({ action } satisfies Signal));
    after('answer', answerWithin, lose);
  };

  const pingLater = (): void => after('ping', isHidden() ? pingEvery.hidden : pingEvery.visible, ping);
  const ping = (): void => {
    say('ping');
    pingLater();
  };

  const heard = (): void => {
    clearTimeout(timers.answer);
    if (state === 'connected') return;
    state = 'connected';
    pingLater();
    after('steady', steadyAfter, () => {
      failures = 0;
    });
    onChange(true);
  };

  const connect = async (): Promise<void> => {
    letGo();
    const mine = attempt;
    state = 'connecting';
    let opened: SocketLike;
    try {
      const ticketed = await address();
      if (mine !== attempt) return;
      opened = open(ticketed);
    } catch (error) {
      if (mine !== attempt) return;
      if (isRefusal(error)) {
        // Asking again soon would change nothing.
        failures = Math.max(failures, refusedLike);
        onRefused();
      }
      return lose();
    }
    socket = opened;
    after('answer', answerWithin, lose);
    opened.onopen = () => mine === attempt && say('hello');
    opened.onclose = () => mine === attempt && lose();
    opened.onmessage = ({ data }) => {
      if (mine !== attempt) return;
      const frame = JSON.parse(String(data)) as Frame | GatewayFailure;
      // It answers nothing: whoever waits for an answer goes on waiting, and makes a new connection in the end.
      if (isGatewayFailure(frame)) return;
      heard();
      onFrame(frame);
    };
  };

  const stop = (): void => {
    letGo();
    state = 'stopped';
  };

  void connect();
  return {
    wake: () => {
      if (state === 'connected') ping();
      if (state === 'waiting') void connect();
    },
    stop,
  };
};
