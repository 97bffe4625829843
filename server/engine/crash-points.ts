/**
 * Crash points are named places around every commit and every external call, where tests end the process. They do
 * nothing without a handler. Only a module of the tests sets one, preloaded into the engines of the tests.
 */
const commits = [
  'alert_ended',
  'alert_postponed',
  'alerts_gathered',
  'alerts_noted',
  'alerts_scanned',
  'alerts_taken',
  'append',
  'claim',
  'deliveries_noted',
  'ends_noted',
  'expire_audit',
  'failure_postponed',
  'failure_removed',
  'failures_noted',
  'failures_taken',
  'fire_timers',
  'firings_planned',
  'firings_started',
  'hand_back',
  'lane_ended',
  'lanes_claimed',
  'mail_ended',
  'mail_postponed',
  'mails_assembled',
  'mails_taken',
  'names_erased',
  'notices_noted',
  'observed',
  'pass_locks',
  'recover',
  'register',
  'release',
  'remove_runs',
  'renew',
  'reply',
  'send_command',
  'start_eager',
  'start_runs',
  'store_payloads',
  'unpark',
  'unregister',
  'work_again',
  'work_beat',
  'work_finish',
  'work_progress',
  'work_take',
] as const
type Commit = (typeof commits)[number]

/**
 * `work` is the function of an ASYNC step, with its worker; `observer` a hook, `failure_call` the one for a run that
 * failed, `mail` a mail to a person, `webhook` a request to a webhook,
 * `alert` a message of a rule.
 */
const calls = [
  'function',
  'undo',
  'work',
  'request',
  'script',
  'observer',
  'failure_call',
  'mail',
  'webhook',
  'alert',
] as const
type Call = (typeof calls)[number]

export const crashPoints = [
  /**
   * `before` the commit is sent, `sent` while its answer is awaited, `after` the answer and before any reaction to it.
   */
  ...commits.flatMap((commit) => [`${commit}.before`, `${commit}.sent`, `${commit}.after`] as const),
  /** The rows are locked, the ownership records not yet made. */
  'claim.locked',
  /** An engine has heard of an eager run, and has not acted on it. */
  'eager.heard',
  /** The conditions of a run are due, and the resources that they read are not read yet. */
  'conditions.before',
  /** The function that discovers the resources of a run is with the executor. */
  'discover.sent',
  /** A pass of the lock manager has written a grant or a refusal, and is not committed. */
  'lock.granted',
  'lock.refused',
  /** A decision gives locks back, or acknowledges an outcome, and is not sent yet. */
  'lock_release.before',
  'ack.before',
  /** Children are pinned to their versions, and nothing is written. */
  'children.pinned',
  /**
   * `starting`: on the way to the executor; `called`, `returned`: there, before and after the call; `ended`: not
   * recorded yet.
   */
  ...calls.flatMap((call) => [`${call}.starting`, `${call}.called`, `${call}.returned`, `${call}.ended`] as const),
] as const
export type CrashPoint = (typeof crashPoints)[number]

let handler: ((point: CrashPoint) => void) | null = null

export function reach(point: CrashPoint): void {
  handler?.(point)
}

/** For tests. */
export function onReach(handle: (point: CrashPoint) => void): void {
  handler = handle
}

/** One commit, with its three points. */
export async function committing<Result>(commit: Commit, send: () => Promise<Result>): Promise<Result> {
  reach(`${commit}.before`)
  const answer = send()
  reach(`${commit}.sent`)
  const result = await answer
  reach(`${commit}.after`)
  return result
}

export function reachCall(call: Call, place: 'starting' | 'called' | 'returned' | 'ended'): void {
  handler?.(`${call}.${place}`)
}

/** The kind of call of an attempt that an engine makes itself. */
export function callOf(attempt: { readonly undo: boolean } & object): Call {
  if (attempt.undo) return 'undo'
  if ('http' in attempt || 'service' in attempt) return 'request'
  return 'script' in attempt ? 'script' : 'function'
}
