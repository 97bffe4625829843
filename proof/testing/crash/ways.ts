import { type CrashPoint, crashPoints } from '#server/engine/crash-points.ts'

/** How an engine comes to a point. */
export type Way =
  /** While it does the work of fresh runs. */
  | 'working'
  /** The same, with what is done outside of its threads: workers, requests, scripts. */
  | 'outside'
  /** As it looks for the work of a worker that was killed. */
  | 'scanning'
  /** While it works, with people who keep asking for what is refused. */
  | 'pestered'
  /** When it begins, right after another one was killed. */
  | 'beginning'
  /** When it is told to stop. */
  | 'stopping'
  /** While it tells observers, or somebody outside of a failure. */
  | 'telling'
  /** Not an engine: somebody who starts a run or sends a command. */
  | 'asking'
  /** When it hears of a run that it was given at its start. */
  | 'given'
  /** Three seconds into its life. */
  | 'renewing'
  /** Not in an engine: what removes old runs has a test of its own. */
  | 'removing'

const ways: { readonly [commit: string]: Way } = {
  register: 'beginning',
  recover: 'beginning',
  retry_aside: 'beginning',
  hand_back: 'stopping',
  unregister: 'stopping',
  start_runs: 'asking',
  start_given: 'asking',
  given: 'given',
  send_command: 'asking',
  remove_runs: 'removing',
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
