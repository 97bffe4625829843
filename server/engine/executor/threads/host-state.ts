import type { Transitions } from '../../transition.ts'

/**
 * The states of a host thread, as the engine sees it:
 *
 * - `loading`: the thread is starting and has sent nothing. It gets attempts, which wait in its port, and is not probed:
 *   a thread cannot answer before it has loaded, and if it cannot load, it ends. Leaves to `answering` with the first
 *   message, or to `unresponsive` when its first call blocks before that message.
 * - `answering`: the thread gets attempts, and is probed while some are under way. Leaves to `unresponsive` when the
 *   engine withdraws the attempts that were not begun, or to `yielding` when the thread is put at idle priority.
 * - `unresponsive`: the attempts that were not begun have been withdrawn, and the thread gets no new ones. Leaves to
 *   `answering` with the next message, or to `yielding`.
 * - `yielding`: the thread does not answer and runs at idle priority, to which there is no alternative any more. It gets
 *   no new attempts. Leaves to `draining` with the next message.
 * - `draining`: a thread at idle priority answers again. It gets no new attempts, and is closed after its last one.
 *   Leaves to `yielding` when it stops answering.
 * - `ending`: the engine has asked for the end of the thread, which may take a while. Its death will be reported. Leaves
 *   to `closing` when the engine closes meanwhile.
 * - `closing`: the thread ends because the engine no longer needs it, and its end is not reported.
 * - `ended`: the thread is gone. A thread can end in any state, for instance by `process.exit`.
 */
export type HostState =
  | 'loading'
  | 'answering'
  | 'unresponsive'
  | 'yielding'
  | 'draining'
  | 'ending'
  | 'closing'
  | 'ended'

export const hostTransitions: Transitions<HostState> = {
  loading: ['answering', 'unresponsive', 'ending', 'closing', 'ended'],
  answering: ['unresponsive', 'yielding', 'ending', 'closing', 'ended'],
  unresponsive: ['answering', 'yielding', 'ending', 'closing', 'ended'],
  yielding: ['draining', 'ending', 'closing', 'ended'],
  draining: ['yielding', 'ending', 'closing', 'ended'],
  ending: ['closing', 'ended'],
  closing: ['ended'],
  ended: [],
}

/** The state that follows a message of the thread; no entry means that the state stays. */
export const afterMessage: Partial<Record<HostState, HostState>> = {
  loading: 'answering',
  unresponsive: 'answering',
  yielding: 'draining',
}

/** The state that follows the withdrawal of attempts; no entry means that the state stays. */
export const afterWithdrawal: Partial<Record<HostState, HostState>> = {
  loading: 'unresponsive',
  answering: 'unresponsive',
  draining: 'yielding',
}
