// The part of the proofs that the short form runs: a third of the files and a third of the
// journeys, chosen by the commit, so that a few changes run all of them and the same commit
// always runs the same.
import { spawnSync } from 'node:child_process'

const SHARDS = 3
/** Digits of a commit's name that a number holds exactly. */
const DIGITS = 8

/** The value of `--shard` of Vitest and Playwright for the checkout in a folder; the first third where there is no commit. */
export function shardOf(folder) {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' })
  const commit = Number.parseInt((stdout ?? '').slice(0, DIGITS), 16) || 0
  return `${(commit % SHARDS) + 1}/${SHARDS}`
}
