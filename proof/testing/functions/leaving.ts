import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { StepContext } from 'heddle/steps'

/** Step functions for tests of steps whose run was cancelled. They leave files in the given folder. */

type AssignedOutput = StepContext & { readonly with: { readonly folder: string; readonly blocksFirst?: boolean } }

const say = ({ folder }: AssignedOutput['with'], word: string) => writeFileSync(join(folder, word), '')

/** Reacts to the abort, cleans up, and gives a result that is no longer wanted. */
export async function inOrder(_state: unknown, { with: given, signal }: AssignedOutput) {
  if (given.blocksFirst && !existsSync(join(given.folder, 'blocked'))) {
    say(given, 'blocked')
    // The block is limited: on a machine that stood still the call may have been lost twice before it began, and is now
    // waited for patiently.
    for (const end = performance.now() + 5_000; performance.now() < end; );
  }
  const heard = new Promise((resolve) => signal.addEventListener('abort', resolve))
  say(given, 'begun')
  await heard
  await pause(50)
  say(given, 'left in order')
  return { late: true }
}

/** Ignores the abort, and ends when a file tells it to. */
export async function takingNoNotice(_state: unknown, { with: given }: AssignedOutput) {
  say(given, 'begun')
  while (!existsSync(join(given.folder, 'go on'))) await pause(5)
  say(given, 'ended')
  return { late: true }
}

export function blocking(_state: unknown, { with: given }: AssignedOutput) {
  say(given, 'begun')
  for (;;);
}
