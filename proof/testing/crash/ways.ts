import { type CrashPoint, crashPoints } from '#server/engine/crash-points.ts'

/** The situation in which an engine comes to a crash point. */
export type Way =
  /** The engine works on fresh runs. */
  | 'working'
  /** The engine works on fresh runs with work outside of its threads: workers, requests, scripts. */
  | 'outside'
  /** The engine looks for the work of a killed worker. */
  | 'scanning'
  /** The engine works while callers keep sending commands that are refused. */
  | 'pestered'
  /** The engine begins, right after another one was killed. */
  | 'beginning'
  /** The engine is told to stop. */
  | 'stopping'
  /** The engine notifies observers, or a recipient outside about a failure. */
  | 'telling'
  /** The engine tells people of their tasks by mail. */
  | 'mailing'
  /** The engine sends deliveries to webhooks. */
  | 'delivering'
  /** The engine starts the runs of schedules. */
  | 'firing'
  /** The engine notes the ends of runs that triggers wait for. */
  | 'following'
  /** The engine tells the receivers of rules about runs. */
  | 'alerting'
  /** Not an engine: a caller starts a run or sends a command. */
  | 'asking'
  /** The engine hears of a run that was started eagerly for it. */
  | 'eager'
  /** The engine works on fresh runs with envelopes that lock one resource. */
  | 'locking'
  /** The engine is three seconds old. */
  | 'renewing'
  /** Not in an engine: the removal of old runs and of old rows of the audit has tests of its own. */
  | 'removing'

const ways: { readonly [commit: string]: Way } = {
  register: 'beginning',
  recover: 'beginning',
  unpark: 'beginning',
  hand_back: 'stopping',
  unregister: 'stopping',
  start_runs: 'asking',
  start_eager: 'asking',
  eager: 'eager',
  send_command: 'asking',
  remove_runs: 'removing',
  expire_audit: 'removing',
  names_erased: 'removing',
  reply: 'pestered',
  release: 'pestered',
  renew: 'renewing',
  observed: 'telling',
  observer: 'telling',
  failure_call: 'telling',
  failure_postponed: 'telling',
  failure_removed: 'telling',
  failures_noted: 'telling',
  failures_taken: 'telling',
  alert: 'alerting',
  alert_ended: 'alerting',
  alert_postponed: 'alerting',
  alerts_gathered: 'alerting',
  alerts_noted: 'alerting',
  alerts_scanned: 'alerting',
  alerts_taken: 'alerting',
  ends_noted: 'following',
  firings_planned: 'firing',
  firings_started: 'firing',
  mail: 'mailing',
  mail_ended: 'mailing',
  mail_postponed: 'mailing',
  mails_assembled: 'mailing',
  mails_taken: 'mailing',
  notices_noted: 'mailing',
  deliveries_noted: 'delivering',
  lane_ended: 'delivering',
  lanes_claimed: 'delivering',
  webhook: 'delivering',
  conditions: 'locking',
  discover: 'locking',
  lock: 'locking',
  lock_release: 'locking',
  ack: 'locking',
  work: 'outside',
  work_beat: 'outside',
  work_finish: 'outside',
  work_progress: 'outside',
  work_take: 'outside',
  request: 'outside',
  script: 'outside',
  work_again: 'scanning',
}

export function pointsBy(...wanted: readonly Way[]): readonly CrashPoint[] {
  return crashPoints.filter((point) => wanted.includes(ways[point.split('.')[0] as string] ?? 'working'))
}
